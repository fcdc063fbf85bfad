// Package diff holds the command "vertigo diff": what another version, network or limit changes in the answers about the
// same positions.
//
// It reads what analysts keep: results files, which hold everything that an analysis has found, and the lines of --as
// json, which other programs read and which an earlier version of the format of results files does not make unreadable. Both
// become entries, one for each position. Those of the two files are paired as they are read, so that two analyses of the same
// input need little memory, however large they are.
package diff
