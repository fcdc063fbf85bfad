"use strict";

(() => {
	const { NAMES, element } = Diagram;
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
			this.picked = ""; // the square of the piece that was picked up
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

	const corner = (square) => Diagram.corner(square, now.puzzle.black);

	function squareAt(x, y) {
		if (x < 0 || y < 0 || x > 7 || y > 7) return "";
		return now.puzzle.black ? "hgfedcba"[x] + (y + 1) : "abcdefgh"[x] + (8 - y);
	}

	let cursor = [4, 6]; // of the keyboard, in columns and rows of the screen

	function draw() {
		const pieces = now.pieces(), legal = now.picked ? now.movesFrom(now.picked) : [];
		Diagram.draw(svg, pieces, { flipped: now.puzzle.black, trace: now.puzzle.line[now.ply - 1].slice(0, 4), arrows: [] });
		const box = (kind, square) => {
			const [x, y] = corner(square);
			svg.insertBefore(element("rect", { class: kind, x, y, width: 1, height: 1 }), svg.children[2]); // below the pieces
		};
		if (now.picked) box("picked", now.picked);
		if (now.tips > 1 && now.open()) box("tipped", now.turnNow().right[0].slice(0, 2));
		for (const to of new Set(legal.map((m) => m.slice(2, 4)))) {
			const [x, y] = corner(to);
			svg.append(pieces[to] ? element("circle", { class: "ring", cx: x + .5, cy: y + .5, r: .42 }) : element("circle", { class: "target", cx: x + .5, cy: y + .5, r: .16 }));
		}
		svg.append(element("rect", { class: "at", x: cursor[0] + .05, y: cursor[1] + .05, width: .9, height: .9, rx: .06 }));
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

	// count tells how far the solver is; only puzzles that are over count.
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
		cursor = [4, 6];
		say((puzzle.black ? "Black" : "White") + " to move. " + (puzzle.turns[0].right.length > 1 ? "Find a move that mates." : "Find the only move."));
		history.replaceState(null, "", "#" + puzzle.id);
		draw();
		count();
	}

	// attempt is called with the squares of a move that the solver wants to make.
	function attempt(from, to) {
		const moves = now.movesFrom(from).filter((m) => m.slice(2, 4) === to);
		now.picked = "";
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
		say(how + (other ? " That mates, too." : ""), "right");
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
		now.picked = "";
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

	// touch handles a click, a finger or Enter on a square.
	function touch(square) {
		if (now.picked && now.picked !== square && now.movesFrom(now.picked).some((m) => m.slice(2, 4) === square)) return attempt(now.picked, square);
		if (now.movesFrom(square).length && now.picked !== square) {
			now.picked = square;
			draw();
		} else if (now.picked && now.picked !== square) {
			attempt(now.picked, square);
		} else {
			now.picked = "";
			draw();
		}
	}

	// Dragging: the piece follows the finger, and a short touch picks it up.
	let drag = null;
	function place(e) {
		const box = svg.getBoundingClientRect();
		return [(e.clientX - box.left) / box.width * 8, (e.clientY - box.top) / box.height * 8];
	}
	svg.addEventListener("pointerdown", (e) => {
		if (e.button) return;
		const [x, y] = place(e), square = squareAt(Math.floor(x), Math.floor(y)), again = now.picked === square;
		svg.classList.remove("keys");
		if (!now.movesFrom(square).length || now.picked && now.movesFrom(now.picked).some((m) => m.slice(2, 4) === square)) {
			touch(square);
			return;
		}
		now.picked = square;
		draw();
		const [cx, cy] = corner(square);
		const piece = [...svg.children].find((c) => c.tagName === "use" && c.getAttribute("x") === String(cx) && c.getAttribute("y") === String(cy));
		drag = { square, again, piece, moved: false };
		svg.append(piece);
		svg.setPointerCapture(e.pointerId);
	});
	svg.addEventListener("pointermove", (e) => {
		if (!drag) return;
		const [x, y] = place(e), [cx, cy] = corner(drag.square);
		drag.moved = drag.moved || Math.hypot(x - cx - .5, y - cy - .5) > .35;
		if (!drag.moved) return;
		drag.piece.setAttribute("x", x - .5);
		drag.piece.setAttribute("y", y - .5);
	});
	svg.addEventListener("pointerup", (e) => {
		if (!drag) return;
		const [x, y] = place(e), to = squareAt(Math.floor(x), Math.floor(y)), { square, again, moved } = drag;
		drag = null;
		if (moved && to && to !== square) {
			attempt(square, to);
		} else {
			now.picked = moved || again ? "" : square;
			draw();
		}
	});
	svg.addEventListener("pointercancel", () => {
		drag = null;
		now.picked = "";
		draw();
	});

	// The keyboard.
	let typed = ""; // squares of a move
	const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
	const ACTIONS = { t: tip, s: show, r: () => start(now.puzzle), n: () => step(1), p: () => step(-1) };
	function boardKey(e) {
		if (ARROWS[e.key]) {
			svg.classList.add("keys");
			svg.focus({ preventScroll: true });
			const clamp = (v) => Math.max(0, Math.min(7, v));
			cursor = [clamp(cursor[0] + ARROWS[e.key][0]), clamp(cursor[1] + ARROWS[e.key][1])];
			const square = squareAt(...cursor), piece = now.pieces()[square];
			by("cursor").textContent = square + (piece ? (piece < "a" ? " white " : " black ") + NAMES[piece.toLowerCase()] : " empty");
			draw();
		} else if (e.key === "Enter" || e.key === " ") {
			touch(squareAt(...cursor));
		} else {
			return false;
		}
		return true;
	}
	function typeKey(key) {
		const fits = /^([a-h]([1-8]([a-h]([1-8])?)?)?)?$/;
		typed = fits.test(typed + key) ? typed + key : fits.test(key) ? key : "";
		if (typed.length === 2 || typed.length === 3) {
			now.picked = now.movesFrom(typed.slice(0, 2)).length ? typed.slice(0, 2) : "";
			draw();
		}
		if (typed.length < 4) return typed !== "";
		const move = typed;
		typed = "";
		if (now.open()) attempt(move.slice(0, 2), move.slice(2));
		return true;
	}
	document.addEventListener("keydown", (e) => {
		const board = document.activeElement === svg || document.activeElement === document.body && ARROWS[e.key];
		if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select")) return;
		let used = true;
		if (e.key === "Escape") {
			now.picked = now.asked = typed = "";
			by("promotion").hidden = true;
			draw();
		} else if (board && boardKey(e)) {
			typed = "";
		} else if (e.key.length === 1 && !lettersAreKeys()) {
			used = false;
		} else if (now.asked && "qrbn".includes(e.key)) {
			promote(e.key);
		} else if (e.key.length === 1 && typeKey(e.key)) {
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
