#!/usr/bin/env bash
# xboard.sh: Vertigo plays one game against itself in XBoard, on a virtual screen, in about a minute. Run it in the repository's
# folder. It leaves the game, with score, depth and time of each move, a picture of the board with the lines of both engines, and
# XBoard's log, in which `grep -iE 'illegal|error'` should find nothing. With -variant fischerandom it is Chess960.
#
# It needs Debian's xboard, polyglot, xvfb, imagemagick and xdotool.
set -eu
out=$(mktemp -d)
make
export PATH="$PATH:/usr/games" DISPLAY=:77
Xvfb :77 -screen 0 1280x900x24 &
screen=$!
trap 'kill $screen' EXIT
sleep 2
(sleep 8; xdotool search --name 'Engine Output' windowmove 440 0; sleep 2; import -window root "$out/during.png") &
xboard -fcp "$PWD/vertigo" -fUCI -scp "$PWD/vertigo" -sUCI -tc 0:30 -inc 0 -mg 1 \
    -adapterCommand 'polyglot -noini -ec "%fcp" -ed "%fd" -uci "Move Overhead=100"' \
    -autoCallFlag true -xexit -soundProgram true -saveSettingsOnExit false -engineOutputUp true \
    -sgf "$out/game.pgn" -debug -nameOfDebugFile "$out/xboard.debug" "$@"
echo "$out"
