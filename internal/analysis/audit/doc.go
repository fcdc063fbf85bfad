// Package audit holds the command "vertigo audit": it searches a random part of somebody's results again and demands the same
// answers, byte for byte.
//
// What is drawn are chunks (see package worker): in games an answer depends on those behind it in its chunk. The recorded limits,
// scopes and games are taken from the results file, so that nothing else is needed. Whether equality can be expected at all is
// settled before anything is searched.
package audit
