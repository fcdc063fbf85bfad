//go:build !race

package ci

const race = false
