-- The schema of a store, version 6. docs/store.md explains it to those who query it.

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

CREATE TABLE game_move(
  game   INTEGER NOT NULL REFERENCES game(id),
  ply    INTEGER NOT NULL,
  answer INTEGER NOT NULL REFERENCES answer(id),
  move   TEXT NOT NULL,
  sum    INTEGER NOT NULL,
  PRIMARY KEY(game, ply, answer)
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

-- Every position of a game with the move that was played, the answer, and the score behind the move, where the same
-- setting has searched that. A mate counts as 10 pawns, and so does more than that. Loss is what the move gave away.
CREATE VIEW moves AS
SELECT *, CASE WHEN move = best THEN 0 ELSE max(0, value + next_value) END AS loss
FROM (
  SELECT m.game, m.ply, m.move, a.setting, a.fen, a.best, a.cp, a.mate, a.depth, a.nodes, a.pv, b.cp AS next_cp, b.mate AS next_mate,
    max(-1000, min(1000, coalesce(a.cp, CASE WHEN a.mate > 0 THEN 1000 ELSE -1000 END))) AS value,
    max(-1000, min(1000, CASE WHEN b.id IS NULL THEN NULL ELSE coalesce(b.cp, CASE WHEN b.mate > 0 THEN 1000 ELSE -1000 END) END)) AS next_value
  FROM game_move m JOIN answer a ON a.id = m.answer
  LEFT JOIN (game_move n JOIN answer b ON b.id = n.answer) ON n.game = m.game AND n.ply = m.ply + 1 AND b.setting = a.setting
  WHERE m.move <> ''
);
