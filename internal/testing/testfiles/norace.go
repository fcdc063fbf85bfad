//go:build !race

package testfiles

const race = false
