// Package diff holds the command "vertigo diff", which compares the answers about the same positions of two versions, networks
// or limits.
//
// It reads two results files and makes an entry of each position. The entries of the two files are paired as they are read, so
// that two analyses of the same input need little memory, however large they are.
package diff
