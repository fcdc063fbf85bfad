"use strict";

(() => {
	const { NAMES } = Diagram;
	const PAUSE = 450; // milliseconds before the opponent answers
	const by = (id) => document.getElementById(id);
	const all = JSON.parse(by("puzzles").content.textContent);
	const svg = by("board");
	const marks = new Map(); // puzzles to what became of them: solved, helped or failed
	let list = all; // the puzzles of the theme, in their order
	let now; // the puzzle on the board

	// Solving is one attempt at a puzzle.
	class Solving {
		constructor(puzzle) {
			this.puzzle = puzzle;
			this.turn = 0; // of the solver
			this.ply = 1; // moves of the line that are on the board
			this.asked = ""; // the move of a pawn that waits for its new piece
			this.tips = 0;
			this.over = false;
			this.busy = false; // the opponent is about to answer
		}

		pieces() { return Diagram.squares(this.puzzle.boards[this.ply]); }
		turnNow() { return this.puzzle.turns[this.turn]; }
		open() { return !this.over && !this.busy; }

		// movesFrom returns the legal moves of the piece on a square.
		movesFrom(square) { return this.open() ? this.turnNow().legal.filter((m) => m.startsWith(square)) : []; }
	}

	// words returns the name of a theme in words: "backRankMate" is "back rank mate".
	function words(theme) { return theme.replace(/([A-Z0-9]+)/g, " $1").toLowerCase(); }

	const input = new MoveInput(svg, {
		active: () => now.open(), pieces: () => now.pieces(), flipped: () => now.puzzle.black,
		targets: (square) => now.movesFrom(square).map((m) => m.slice(2, 4)),
		attempt, draw, say: (text) => { by("cursor").textContent = text; },
	});

	function draw() {
		Diagram.draw(svg, now.pieces(), { flipped: now.puzzle.black, trace: now.puzzle.line[now.ply - 1].slice(0, 4), arrows: [] });
		if (now.tips > 1 && now.open()) input.box("tipped", now.turnNow().right[0].slice(0, 2));
		input.decorate();
	}

	function say(text, kind) {
		const e = by("feedback");
		e.textContent = text;
		e.className = "card " + (kind || "");
	}

	function mark(what) {
		const worse = ["solved", "helped", "failed"], id = now.puzzle.id;
		if (!marks.has(id) || worse.indexOf(what) > worse.indexOf(marks.get(id))) marks.set(id, what);
	}

	// count shows how far the solver is; only puzzles that are over count.
	const finished = new Set();
	function count() {
		const number = (what) => [...finished].filter((id) => marks.get(id) === what).length;
		by("count").textContent = all.length + (all.length === 1 ? " puzzle" : " puzzles") + ", " + number("solved") + " solved, " +
			(number("helped") + number("failed")) + " with mistakes or help";
		by("mark").textContent = finished.has(now.puzzle.id) ? { solved: "✓ solved", helped: "solved with help", failed: "solved with mistakes" }[marks.get(now.puzzle.id)] : "";
	}

	// start begins a puzzle.
	function start(puzzle) {
		now = new Solving(puzzle);
		const mine = puzzle.black ? "White" : "Black";
		by("number").textContent = "Puzzle " + (list.indexOf(puzzle) + 1) + " of " + list.length + (puzzle.rating ? " · rating " + puzzle.rating : "");
		by("task").textContent = puzzle.task;
		by("mistake").textContent = mine + " has just played " + puzzle.san[0] + ".";
		by("after").hidden = true;
		by("promotion").hidden = true;
		input.reset();
		const goal = puzzle.played ? `Find a better move than ${puzzle.played}, which was played.` : puzzle.turns[0].right.length > 1 ? "Find a move that mates." : "Find the only move.";
		say((puzzle.black ? "Black" : "White") + " to move. " + goal);
		history.replaceState(null, "", "#" + puzzle.id);
		draw();
		count();
	}

	// attempt is called with the squares of a move that the solver wants to make.
	function attempt(from, to) {
		const moves = now.movesFrom(from).filter((m) => m.slice(2, 4) === to);
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

	function promote(piece) {
		const move = now.asked + piece;
		now.asked = "";
		by("promotion").hidden = true;
		if (now.open() && now.turnNow().legal.includes(move)) play(move);
		svg.focus({ preventScroll: true });
	}

	// play makes a legal move of the solver, right or wrong; shown says that it is not the solver who has found it.
	function play(move, shown) {
		if (!now.turnNow().right.includes(move)) {
			mark("failed");
			svg.classList.remove("shake");
			void svg.getBoundingClientRect(); // so that the animation begins anew
			svg.classList.add("shake");
			say(move.slice(0, 2) + "–" + move.slice(2, 4) + " is wrong. Try again.", "wrong");
			draw();
			return;
		}
		const p = now.puzzle, verdict = shown ? "The move is " + p.san[now.ply] + "." : "Right.", kind = shown ? "" : "right", last = now.turn === p.turns.length - 1, other = last && move !== p.line[p.line.length - 1];
		now.tips = 0;
		now.turn++;
		if (!other) now.ply++;
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

	// finish ends a puzzle. Other says that the last move was another mate than the one of the line.
	function finish(other) {
		const p = now.puzzle;
		now.over = true;
		mark("solved");
		finished.add(p.id);
		const how = { solved: "Solved!", helped: "Done, with help.", failed: "Done, with mistakes." }[marks.get(p.id)];
		say(how + (other ? p.played ? " That is as good." : " That mates, too." : ""), "right");
		by("solution").textContent = p.solution;
		by("themes").textContent = "Themes: " + p.themes.map(words).join(", ");
		by("found").textContent = p.found;
		by("game").textContent = [p.game, p.where].filter((t) => t).join(" · ");
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
		if (!now.open()) return;
		mark("helped");
		now.tips = Math.min(now.tips + 1, 2);
		const right = now.turnNow().right[0], piece = now.pieces()[right.slice(0, 2)];
		say(now.tips === 1 ? "Hint: " + now.puzzle.themes.map(words).join(", ") + "." : "Move the " + NAMES[piece.toLowerCase()] + " on " + right.slice(0, 2) + ".");
		draw();
	}

	function show() {
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

	// choose makes the list of the puzzles with a theme, in an order.
	function choose() {
		const theme = by("theme").value, order = +by("order").value;
		list = all.filter((p) => !theme || p.themes.includes(theme));
		if (order) list.sort((a, b) => order * (a.elo - b.elo));
		start(list.includes(now.puzzle) && !order ? now.puzzle : list[0]);
	}

	// The keyboard.
	const ACTIONS = { t: tip, s: show, r: () => start(now.puzzle), n: () => step(1), p: () => step(-1) };
	document.addEventListener("keydown", (e) => {
		const board = document.activeElement === svg || document.activeElement === document.body && e.key.startsWith("Arrow");
		if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
		let used = true;
		if (e.key === "Escape") {
			now.asked = "";
			by("promotion").hidden = true;
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
	by("theme").addEventListener("change", choose);
	by("order").addEventListener("change", choose);
	by("promotion").addEventListener("click", (e) => {
		const piece = e.target.dataset.piece;
		if (piece) promote(piece);
	});
	const themes = new Map();
	for (const p of all) for (const t of p.themes) themes.set(t, (themes.get(t) || 0) + 1);
	for (const [t, n] of [...themes].sort((a, b) => b[1] - a[1])) by("theme").append(new Option(words(t) + " (" + n + ")", t));
	const wanted = () => all.find((p) => p.id === location.hash.slice(1));
	addEventListener("hashchange", () => wanted() && start(wanted()));
	start(wanted() || all[0]);
})();
