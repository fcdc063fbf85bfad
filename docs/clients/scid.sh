#!/usr/bin/env bash
# scid.sh: SCID, on a virtual screen, opens a game and goes to its last position, for which Vertigo shows three lines. Run it in the
# repository's folder. It leaves a picture: depth, speed and three lines of play from that position, best first.
#
# It needs Debian's scid, xvfb and imagemagick.
set -eu
make
engine=$PWD/vertigo
HOME=$(mktemp -d) # leaves your own settings alone
export HOME PATH="$PATH:/usr/games" DISPLAY=:78
mkdir -p "$HOME/.scid4.7/config"
cat > "$HOME/.scid4.7/config/engines.dat" <<END
engine {
  Name Vertigo
  Cmd {$engine}
  Dir .
  UCI 1
  UCIoptions {{MultiPV 3} {Hash 32}}
}
END
cat > "$HOME/.scid4.7/config/options.dat" <<'END'
set startup(tip) 0
after 4000 {::enginewin::start "" Vertigo}
after 8000 {::move::End}
END
echo '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ *' > "$HOME/italian.pgn"
Xvfb :78 -screen 0 1400x1000x24 &
screen=$!
sleep 2
scid "$HOME/italian.pgn" &
program=$!
trap 'kill $program $screen' EXIT
sleep 15
import -window root "$HOME/scid.png"
echo "$HOME/scid.png"
