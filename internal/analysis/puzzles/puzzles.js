"use strict";

(() => {
	const { NAMES } = Diagram;
	const PAUSE = 450; // milliseconds before the opponent answers
	const by = (id) => document.getElementById(id);
	const all = JSON.parse(by("puzzles").content.textContent);
	const svg = by("board");
	let list = all; // the puzzles that were chosen, in their order
	let now; // the puzzle on the board

	// Solving is one attempt at a puzzle.
	class Solving {
		constructor(puzzle) {
			this.puzzle = puzzle;
			this.turn = 0; // of the solver
			this.ply = 1; // moves of the line that are on the board
			this.asked = ""; // the move of a pawn that waits for its new piece
			this.tips = 0;
			this.result = "solved"; // or worse: helped, failed
			this.other = ""; // the last move, if it is right but not that of the line
			this.lost = null; // a wrong move with its refutation: its steps, and how many are on the board
			this.over = false;
			this.busy = false; // the opponent is about to answer
		}

		board() { return this.other ? this.puzzle.others[this.other] : this.puzzle.boards[this.ply]; }
		pieces() {
			if (!this.lost) return Diagram.squares(this.board());
			const fen = this.board() + (this.puzzle.black ? " b - - 0 1" : " w - - 0 1");
			return Diagram.squares(Diagram.play(fen, this.lost.steps.slice(0, this.lost.shown).join(" ")).split(" ")[0]);
		}
		trace() { return (this.lost ? this.lost.steps[this.lost.shown - 1] : this.other || this.puzzle.line[this.ply - 1]).slice(0, 4); }
		turnNow() { return this.puzzle.turns[this.turn]; }
		open() { return !this.over && !this.busy && !this.lost; }

		// movesFrom returns the legal moves of the piece on a square.
		movesFrom(square) { return this.open() ? this.turnNow().legal.filter((m) => m.startsWith(square)) : []; }
	}

	// The progress of a puzzle: its last result, when that was, and, unless it was solved without ever having been missed, how often it has
	// been solved since, and when it is due again. Times are in milliseconds. A browser that stores nothing forgets it.
	const KEY = "vertigo puzzles", DAYS = [1, 3, 7, 16, 35];
	let progress = stored();
	const isResult = ([id, r]) => /^\w+$/.test(id) && r && ["solved", "helped", "failed"].includes(r.result) && r.at > 0;
	function stored() {
		try { // another program may have stored anything there
			return Object.fromEntries(Object.entries(Object(JSON.parse(localStorage.getItem(KEY)))).filter(isResult));
		} catch {
			return {}; // it begins anew
		}
	}
	function remember() {
		try {
			localStorage.setItem(KEY, JSON.stringify(progress));
		} catch {
			// it lasts as long as the page
		}
	}

	// merge adds other progress, such as that of another page that is open: of each puzzle, the later one counts.
	function merge(other) {
		for (const id in other) if (!progress[id] || progress[id].at < other[id].at) progress[id] = other[id];
	}

	// inDays returns when the day begins that is n days after another time.
	function inDays(at, n) {
		const day = new Date(at);
		return new Date(day.getFullYear(), day.getMonth(), day.getDate() + n).getTime();
	}

	// record notes the result of an attempt. Solving a puzzle before it is due changes nothing.
	function record(id, result) {
		merge(stored());
		const old = progress[id], at = Date.now(), next = { result, at };
		if (result === "solved" && old && old.due > at) return;
		if (result !== "solved") Object.assign(next, { times: 0, due: inDays(at, DAYS[0]) });
		else if (old && old.due && old.times + 1 < DAYS.length) Object.assign(next, { times: old.times + 1, due: inDays(at, DAYS[old.times + 1]) });
		progress[id] = next;
		remember();
	}
	const isDue = (p) => progress[p.id] && progress[p.id].due <= Date.now();
	const SHOWN = { "": () => true, due: isDue, new: (p) => !progress[p.id], missed: (p) => progress[p.id] && !!progress[p.id].due };

	const gameOf = (p) => [p.game, p.where].filter((t) => t).join(" · "); // files in two folders may have one name

	// words returns the name of a theme in words: "backRankMate" is "back rank mate".
	function words(theme) { return theme.replace(/([A-Z0-9]+)/g, " $1").toLowerCase(); }

	const input = new MoveInput(svg, {
		active: () => now.open(), pieces: () => now.pieces(), flipped: () => now.puzzle.black,
		targets: (square) => now.movesFrom(square).map((m) => m.slice(2, 4)),
		attempt, draw, say: (text) => { by("cursor").textContent = text; },
	});

	function draw() {
		Diagram.draw(svg, now.pieces(), { flipped: now.puzzle.black, trace: now.trace(), arrows: [] });
		if (now.tips > 1 && now.open()) input.box("tipped", now.turnNow().right[0].slice(0, 2));
		input.decorate();
	}

	function say(text, kind) {
		const e = by("feedback");
		e.textContent = text;
		e.className = "card " + (kind || "");
	}

	// mark lowers the result of this attempt.
	function mark(result) {
		const worse = ["solved", "helped", "failed"];
		if (worse.indexOf(result) <= worse.indexOf(now.result)) return;
		now.result = result;
		record(now.puzzle.id, result); // at once, as the puzzle may be left unsolved
	}

	// count shows how far the solver is.
	function count() {
		const results = all.map((p) => progress[p.id] && progress[p.id].result).filter((r) => r), solved = results.filter((r) => r === "solved").length;
		const due = all.filter(isDue).length, last = progress[now.puzzle.id];
		by("count").textContent = all.length + (all.length === 1 ? " puzzle" : " puzzles") + ", " + solved + " solved, " +
			(results.length - solved) + " with mistakes or help" + (due ? ", " + due + " due again" : "");
		by("mark").textContent = last ? { solved: "✓ solved", helped: "with help", failed: "with mistakes" }[last.result] : "";
	}

	// start begins a puzzle. If a link leads to one that was not chosen, all are shown again.
	function start(puzzle) {
		if (!list.includes(puzzle)) {
			list = all;
			for (const id of [...CHOICES, "order"]) by(id).value = "";
		}
		now = new Solving(puzzle);
		const mistake = (puzzle.black ? "White" : "Black") + " has just played " + puzzle.san[0] + ".";
		by("number").textContent = "Puzzle " + (list.indexOf(puzzle) + 1) + " of " + list.length + (puzzle.rating ? " · rating " + puzzle.rating : "");
		by("task").textContent = puzzle.task;
		by("mistake").textContent = mistake;
		by("after").hidden = true;
		by("lost").hidden = true;
		forgetPromotion();
		input.reset();
		const goal = puzzle.improve ? `Find a better move than ${puzzle.improve}, which was played.` : puzzle.turns[0].right.length > 1 ? "Find a move that mates." : "Find the only move.";
		by("goal").textContent = goal;
		by("cursor").textContent = puzzle.task + ". " + mistake + " " + goal; // for screen readers
		say("Move a piece on the board, or type its squares.");
		try {
			history.replaceState(null, "", "#" + puzzle.id);
		} catch {
			// browsers refuse too many in a short time
		}
		draw();
		count();
	}

	// attempt is called with the squares of a move that the solver wants to make.
	function attempt(from, to) {
		const moves = now.movesFrom(from).filter((m) => m.slice(2, 4) === to);
		forgetPromotion();
		if (moves.length > 1) {
			now.asked = from + to;
			by("promotion").hidden = false;
			say("Promote to:");
			by("promotion").firstElementChild.focus();
			draw();
		} else if (moves.length === 1) {
			play(moves[0]);
		} else {
			say(from + "–" + to + " is not possible here.", "wrong");
			draw();
		}
	}

	// forgetPromotion asks for no piece any more.
	function forgetPromotion() {
		now.asked = "";
		by("promotion").hidden = true;
	}

	function promote(piece) {
		play(now.asked + piece);
		svg.focus({ preventScroll: true });
	}

	// play makes a legal move of the solver, right or wrong; shown says that it is not the solver who has found it.
	function play(move, shown) {
		forgetPromotion();
		if (!now.turnNow().right.includes(move)) {
			mark("failed");
			svg.classList.remove("shake");
			void svg.getBoundingClientRect(); // so that the animation begins anew
			svg.classList.add("shake");
			lose(move);
			return;
		}
		const p = now.puzzle, verdict = shown ? "The move is " + p.san[now.ply] + "." : "Right.", kind = shown ? "" : "right", last = now.turn === p.turns.length - 1, other = last && move !== p.line[p.line.length - 1];
		now.tips = 0;
		now.turn++;
		if (other) now.other = move;
		else now.ply++;
		if (last) {
			finish(other);
			return;
		}
		const attemptNow = now;
		now.busy = true;
		say(verdict, kind);
		draw();
		setTimeout(() => {
			if (now !== attemptNow) return;
			now.ply++;
			now.busy = false;
			say(verdict + " " + (p.black ? "White" : "Black") + " answers " + p.san[now.ply - 1] + ". Go on.", kind);
			draw();
		}, PAUSE);
	}

	// lose says that a move is wrong and, where it is known, shows what it loses to: the move and, after a moment, the answer.
	function lose(move) {
		const wrong = (now.turnNow().wrong || {})[move], inGame = now.turn === 0 && move === now.puzzle.played;
		if (!wrong) {
			say(move.slice(0, 2) + "–" + move.slice(2, 4) + (inGame ? " was played in the game, and" : "") + " is wrong. Try again.", "wrong");
			draw();
			return;
		}
		const steps = wrong.steps.split(" "), lost = { steps, shown: 1 };
		now.lost = lost;
		say(wrong.san.split(" ")[1] + (inGame ? " was played in the game. It" : "") + " is wrong: " + wrong.san + " (" + wrong.score +
			(now.turn === 0 && now.puzzle.value ? " instead of " + now.puzzle.value : "") + ")", "wrong");
		by("lost").hidden = false;
		draw();
		setTimeout(() => {
			if (now.lost !== lost || steps.length < 2) return;
			lost.shown = 2;
			draw();
		}, PAUSE);
	}

	// back takes a wrong move back.
	function back() {
		now.lost = null;
		by("lost").hidden = true;
		say("Try again.");
		input.cancel();
	}

	// finish ends a puzzle. Other says that the last move was another mate than the one of the line.
	function finish(other) {
		const p = now.puzzle;
		now.over = true;
		record(p.id, now.result);
		const how = { solved: "Solved!", helped: "Done, with help.", failed: "Done, with mistakes." }[now.result];
		say(how + (other ? p.improve ? " That is as good." : " That mates, too." : ""), "right");
		by("solution").textContent = p.solution + (p.value ? " (" + p.value + ")" : "");
		const played = (p.turns[0].wrong || {})[p.played];
		by("played").textContent = played ? "Played: " + played.san + " (" + played.score + ")" : p.turns[0].right.includes(p.played) ? "The move in the game was right, too." : "";
		by("themes").textContent = "Themes: " + p.themes.map(words).join(", ");
		by("found").textContent = p.found;
		by("game").textContent = gameOf(p);
		if (p.url) {
			const link = document.createElement("a");
			link.href = p.url;
			link.rel = "noreferrer";
			link.textContent = "the game";
			by("game").append(" · ", link);
		}
		by("after").hidden = false;
		draw();
		count();
	}

	function tip() {
		if (now.lost) back();
		if (!now.open()) return;
		mark("helped");
		now.tips = Math.min(now.tips + 1, 2);
		const right = now.turnNow().right[0], piece = now.pieces()[right.slice(0, 2)];
		say(now.tips === 1 ? "Hint: " + now.puzzle.themes.map(words).join(", ") + "." : "Move the " + NAMES[piece.toLowerCase()] + " on " + right.slice(0, 2) + ".");
		draw();
	}

	function show() {
		if (now.lost) back();
		if (!now.open()) return;
		mark("helped");
		input.picked = "";
		play(now.puzzle.line[now.ply], true);
	}

	function step(by) {
		const i = list.indexOf(now.puzzle) + by;
		if (i >= 0 && i < list.length) start(list[i]);
		else say(by > 0 ? "This is the last puzzle." : "This is the first puzzle.");
	}

	// choose makes the list of the puzzles that are asked for, in an order.
	function choose() {
		const [only, whose, theme, game, date] = CHOICES.map((id) => by(id).value), order = +by("order").value;
		const chosen = all.filter((p) => SHOWN[only](p) && (!whose || !!p.improve === (whose === "own")) && (!theme || p.themes.includes(theme)) &&
			(!game || gameOf(p) === game) && (!date || p.date === date));
		if (!chosen.length) return say("No puzzle is like that. Choose something else.");
		if (order) chosen.sort((a, b) => order * (a.elo - b.elo));
		list = chosen;
		start(list.includes(now.puzzle) && !order ? now.puzzle : list[0]);
	}

	// offer lists the values that puzzles have, with their numbers, for a choice; without two of them it hides the choice.
	function offer(id, values, name, order) {
		const numbers = new Map();
		for (const p of all) for (const value of values(p)) if (value) numbers.set(value, (numbers.get(value) || 0) + 1);
		for (const [value, n] of [...numbers].sort(order)) by(id).append(new Option(name(value) + " (" + n + ")", value));
		by(id).parentElement.hidden = numbers.size < 2;
	}

	// save lets the browser save the progress as a file, and load adds that of a file.
	function save() {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([JSON.stringify(progress)], { type: "application/json" }));
		link.download = "puzzles-progress.json";
		link.click();
		URL.revokeObjectURL(link.href);
	}

	async function load(file) {
		try {
			const saved = JSON.parse(await file.text());
			if (Object(saved) !== saved || !Object.entries(saved).every(isResult)) throw new Error();
			merge(stored());
			merge(saved);
		} catch {
			return say(file.name + " has no progress of puzzles.", "wrong");
		}
		remember();
		say("The progress in " + file.name + " is loaded.");
		count();
	}

	function forget() {
		if (!confirm("Forget which puzzles you have solved?")) return;
		progress = {};
		remember();
		count();
	}

	// The keyboard.
	const ACTIONS = { t: tip, s: show, r: () => start(now.puzzle), n: () => step(1), p: () => step(-1) };
	document.addEventListener("keydown", (e) => {
		const board = document.activeElement === svg || document.activeElement === document.body && e.key.startsWith("Arrow");
		if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
		let used = true;
		if (now.lost && (e.key === "Escape" || board && e.key === "Enter")) {
			back();
			e.preventDefault();
			return;
		}
		if (now.lost && e.key.length === 1 && e.key !== " " && lettersAreKeys()) back();
		if (e.key === "Escape") {
			forgetPromotion();
			input.cancel();
		} else if (board && input.arrow(e.key)) {
			// the cursor has moved, or Enter has touched its square
		} else if (e.key.length === 1 && !lettersAreKeys()) {
			used = false;
		} else if (now.asked && "qrbn".includes(e.key)) {
			promote(e.key);
		} else if (e.key.length === 1 && input.type(e.key)) {
			// a square is being typed
		} else if (ACTIONS[e.key]) {
			ACTIONS[e.key]();
		} else {
			used = false;
		}
		if (used) e.preventDefault();
	});

	if (!all.length) {
		by("none").hidden = false;
		return;
	}
	by("main").hidden = false;
	by("tip").addEventListener("click", tip);
	by("show").addEventListener("click", show);
	by("again").addEventListener("click", ACTIONS.r);
	by("next").addEventListener("click", ACTIONS.n);
	by("previous").addEventListener("click", ACTIONS.p);
	const CHOICES = ["show-only", "whose", "theme", "of-game", "date"];
	for (const id of [...CHOICES, "order"]) by(id).addEventListener("change", choose);
	by("back").addEventListener("click", () => {
		back();
		svg.focus({ preventScroll: true });
	});
	svg.addEventListener("pointerdown", () => now.lost && back(), { capture: true });
	by("save").addEventListener("click", save);
	by("load").addEventListener("click", () => by("file").click());
	by("file").addEventListener("change", () => {
		const [file] = by("file").files;
		if (!file) return;
		load(file);
		by("file").value = ""; // so that the same file, chosen again, is another change
	});
	by("forget").addEventListener("click", forget);
	by("promotion").addEventListener("click", (e) => {
		const piece = e.target.dataset.piece;
		if (piece) promote(piece);
	});
	offer("theme", (p) => p.themes, words, (a, b) => b[1] - a[1]);
	const games = new Map(all.map((p) => [gameOf(p), p.game])), several = new Map();
	for (const game of games.values()) several.set(game, several.has(game));
	offer("of-game", (p) => [gameOf(p)], (own) => several.get(games.get(own)) ? own : games.get(own) || own, () => 0); // the same players may meet twice a day
	offer("date", (p) => [p.date], (name) => name, (a, b) => a[0] < b[0] ? 1 : -1);
	by("whose").parentElement.hidden = all.every((p) => p.improve) || !all.some((p) => p.improve);
	const wanted = () => all.find((p) => p.id === location.hash.slice(1));
	addEventListener("hashchange", () => wanted() && start(wanted()));
	addEventListener("storage", (e) => {
		if (e.key === KEY) progress = stored(), count(); // another page has added to it, or forgotten it
	});
	start(wanted() || all[0]);
})();
