//go:build race

package ci

const race = true
