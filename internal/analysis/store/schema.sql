-- The schema of a store, version 7. docs/store.md explains it to those who query it.

-- Everything that an answer depends on besides the position. The limits are JSON, as results files have them. The id is a
-- checksum of the other columns. In the other tables, sum is one: of all columns but the id, with the keys of what others refer to.
CREATE TABLE setting(
  id      INTEGER PRIMARY KEY,
  engine  TEXT NOT NULL,
  build   TEXT NOT NULL,
  network TEXT NOT NULL,
  limits  TEXT NOT NULL
) STRICT;

-- What a search found. The columns up to pv tell the best line; the others of MultiPV are in
-- more, and the best moves on the way in course, both as JSON.
CREATE TABLE answer(
  id       INTEGER PRIMARY KEY,
  key      BLOB NOT NULL UNIQUE,
  setting  INTEGER NOT NULL REFERENCES setting(id),
  fen      TEXT NOT NULL,
  best     TEXT NOT NULL,
  nodes    INTEGER NOT NULL,
  us       INTEGER NOT NULL,
  score    INTEGER NOT NULL,
  known    INTEGER NOT NULL,
  cp       INTEGER,
  mate     INTEGER,
  depth    INTEGER NOT NULL,
  seldepth INTEGER NOT NULL,
  pv       TEXT NOT NULL,
  more     TEXT NOT NULL,
  course   TEXT NOT NULL,
  added    INTEGER NOT NULL,
  sum      INTEGER NOT NULL
) STRICT;

-- A game that was analysed, and the answer for each of its positions.
CREATE TABLE game(
  id     INTEGER PRIMARY KEY,
  key    BLOB NOT NULL UNIQUE,
  tags   TEXT NOT NULL,
  result TEXT NOT NULL,
  sum    INTEGER NOT NULL
) STRICT;

-- What an analysis with a setting says of the positions of a game: the answer, what the position is worth to the side to move, and
-- how good the move was, where the filters leave it. The last position has no move.
CREATE TABLE game_move(
  game     INTEGER NOT NULL REFERENCES game(id),
  setting  INTEGER NOT NULL REFERENCES setting(id),
  ply      INTEGER NOT NULL,
  answer   INTEGER NOT NULL REFERENCES answer(id),
  move     TEXT NOT NULL,
  cp       INTEGER,
  mate     INTEGER,
  loss     INTEGER,
  lost_win REAL,
  mark     TEXT,
  accuracy REAL,
  sum      INTEGER NOT NULL,
  PRIMARY KEY(game, setting, ply)
) STRICT, WITHOUT ROWID;

CREATE VIEW answers AS
SELECT a.id, a.fen, a.best, a.cp, a.mate, a.depth, a.seldepth, a.nodes, a.us / 1e6 AS seconds, a.pv, a.more,
  a.course, datetime(a.added, 'unixepoch') AS added, a.setting, s.engine, s.build, s.network,
  coalesce(json_extract(s.limits, '$.depth'), 0) AS depth_limit, coalesce(json_extract(s.limits, '$.nodes'), 0) AS node_limit,
  coalesce(json_extract(s.limits, '$.mate'), 0) AS mate_limit, json_extract(s.limits, '$.multipv') AS multipv,
  json_extract(s.limits, '$.hash_mib') AS hash_mib, coalesce(json_extract(s.limits, '$.tablebases'), '') AS tablebases,
  coalesce(json_extract(s.limits, '$.chunk'), 0) AS chunk
FROM answer a JOIN setting s ON s.id = a.setting;

CREATE VIEW games AS
SELECT g.id, json_extract(g.tags, '$.White') AS white, json_extract(g.tags, '$.Black') AS black,
  json_extract(g.tags, '$.WhiteElo') AS white_elo, json_extract(g.tags, '$.BlackElo') AS black_elo,
  json_extract(g.tags, '$.Event') AS event, json_extract(g.tags, '$.Date') AS date, g.result,
  json_extract(g.tags, '$.ECO') AS eco, json_extract(g.tags, '$.Opening') AS opening, g.tags,
  (SELECT count(DISTINCT ply) FROM game_move m WHERE m.game = g.id) AS positions
FROM game g;

-- Every move of a game and setting, with what the positions before and after it are worth, to the side to move there. A mate counts
-- as 10 pawns, and so does more than that. Loss is what the move gave away: value + next_value.
CREATE VIEW moves AS
SELECT m.game, m.ply, m.move, m.setting, a.fen, a.best, m.cp, m.mate, a.depth, a.nodes, a.pv, n.cp AS next_cp, n.mate AS next_mate,
  max(-1000, min(1000, coalesce(m.cp, CASE WHEN m.mate > 0 THEN 1000 ELSE -1000 END))) AS value,
  max(-1000, min(1000, CASE WHEN n.ply IS NOT NULL THEN coalesce(n.cp, CASE WHEN n.mate > 0 THEN 1000 ELSE -1000 END) END)) AS next_value,
  m.loss, m.lost_win, m.mark, m.accuracy
FROM game_move m JOIN answer a ON a.id = m.answer
LEFT JOIN game_move n ON n.game = m.game AND n.setting = m.setting AND n.ply = m.ply + 1
WHERE m.move <> '';
