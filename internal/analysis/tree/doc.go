// Package tree draws the tree of a small search, so that someone who reads about negamax can see it: the same
// position searched to the same depth by the whole family of search/textbook, from minimax to MTD(f), over the
// real board, side by side in one self-contained page. Searches that visit the same tree share its picture.
//
// A page has for each search a picture of the whole tree, in which every move is as wide as what plain negamax finds
// below it, so that what a search leaves out is a gap of the size that it saves; and the tree itself, move by move, to
// be unfolded. What does not fit is counted where it belongs.
package tree
