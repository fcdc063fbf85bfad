# Turns the JSON of "vertigo analyse" into the form of Lichess's database of evaluations, a line for each position that has a legal
# move: jq -c -f lichess.jq games.json
select(.kind == "position" and .best) | {
  fen: (.fen | split(" ")[:4] | join(" ")),
  evals: [{
    pvs: [.lines[] | {cp: .eval, mate, line: (.pv | join(" "))} | with_entries(select(.value != null))],
    knodes: (.nodes / 1000 | round),
    depth: .lines[0].depth
  }]
}
