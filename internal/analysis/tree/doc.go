// Package tree draws the tree of a small search, so that someone who reads about negamax can see it: the same
// position searched to the same depth by the whole family of search/textbook, from minimax to MTD(f), over the
// real board, side by side in one self-contained page. Searches that visit the same tree share its picture.
//
// For each search, a page has a picture of the whole tree, in which a move is as wide as the tree of plain negamax below it.
// So the parts that a search leaves out are gaps as wide as the work they save. Below the picture is the tree itself, move by
// move, to be unfolded. Moves that do not fit are counted in their places.
package tree
