"use strict";

// Diagram draws boards into SVG elements, from symbols that it puts into the page.
const Diagram = (() => {
	const SVG = "http://www.w3.org/2000/svg";
	const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

	// The shapes of the pieces in a square of 100 by 100. What has the class fine is drawn in a colour that stands out from the piece.
	const SHAPES = {
		p: `<circle cx="50" cy="34" r="13"/><path d="M38 47H62C60 62 66 68 72 77H28C34 68 40 62 38 47Z"/><path d="M26 77H74Q78 77 78 82V87H22V82Q22 77 26 77Z"/>`,
		n: `<path d="M31 77C31 60 47 57 49 45C43 50 36 49 33 55C30 60 24 60 21 55C18 50 20 46 24 41C28 36 31 32 33 27L34 13L45 21C64 22 77 38 76 63L74 77Z"/><path class="fine" d="M58 30C67 38 69 50 68 66"/><circle class="dot" cx="40" cy="34" r="3.4"/><path d="M26 77H78Q82 77 82 82V87H22V82Q22 77 26 77Z"/>`,
		b: `<circle cx="50" cy="16" r="5.5"/><path d="M50 22C62 31 69 41 66 52C65 57 62 60 60 62H40C38 60 35 57 34 52C31 41 38 31 50 22Z"/><path class="fine" d="M50 33V51M42 41H58"/><path d="M40 62H60L66 77H34Z"/><path d="M26 77H74Q78 77 78 82V87H22V82Q22 77 26 77Z"/>`,
		r: `<path d="M27 17H39V25H45V17H55V25H61V17H73V36L65 43V65L71 77H29L35 65V43L27 36Z"/><path class="fine" d="M36 42H64M36 65H64"/><path d="M24 77H76Q80 77 80 82V87H20V82Q20 77 24 77Z"/>`,
		q: `<path d="M19 32L31 66H69L81 32L65 49L62 22L50 46L38 22L35 49Z"/><circle cx="18" cy="28" r="5.5"/><circle cx="37" cy="18" r="5.5"/><circle cx="63" cy="18" r="5.5"/><circle cx="82" cy="28" r="5.5"/><path d="M31 66H69L72 77H28Z"/><path d="M24 77H76Q80 77 80 82V87H20V82Q20 77 24 77Z"/>`,
		k: `<path class="cross" d="M50 9V29M42 16H58"/><path d="M50 26C58 29 58 37 50 47C42 37 42 29 50 26Z"/><path d="M32 66C16 56 17 36 33 35C43 35 48 42 50 51C52 42 57 35 67 35C83 36 84 56 68 66Z"/><path class="fine" d="M50 51V62"/><path d="M32 66H68L71 77H29Z"/><path d="M24 77H76Q80 77 80 82V87H20V82Q20 77 24 77Z"/>`,
	};

	// element returns an SVG element.
	function element(name, attributes, ...children) {
		const e = document.createElementNS(SVG, name);
		for (const key in attributes) e.setAttribute(key, attributes[key]);
		e.append(...children);
		return e;
	}

	// symbols returns the definitions of squares, coordinates, arrowheads and pieces. Every piece contains its shape, since browsers take
	// longer for a symbol that refers to another.
	function symbols() {
		const defs = element("defs", {});
		for (const letter of "PNBRQKpnbrqk") {
			const piece = element("g", { id: "piece-" + letter, class: letter < "a" ? "white" : "black", transform: "scale(.01)" });
			piece.innerHTML = SHAPES[letter.toLowerCase()];
			defs.append(piece);
		}
		let dark = "";
		for (let n = 0; n < 64; n++) if (((n >> 3) + n) % 2) dark += `M${n % 8} ${n >> 3}h1v1h-1z`;
		defs.append(element("g", { id: "squares" }, element("rect", { class: "light", width: 8, height: 8 }), element("path", { class: "dark", d: dark })));
		for (const side of ["white", "black"]) {
			const labels = [...Array(8).keys()].flatMap((i) => {
				const at = side === "white" ? i : 7 - i, shade = ["on-light", "on-dark"];
				return [element("text", { class: shade[(i + 1) % 2], x: i + .82, y: 7.93 }, "abcdefgh"[at]), element("text", { class: shade[i % 2], x: .06, y: i + .22 }, 8 - at)];
			});
			defs.append(element("g", { id: "from-" + side, class: "coordinates" }, ...labels));
		}
		for (const kind of ["best", "played", "other"]) {
			defs.append(element("marker", { id: "head-" + kind, class: "head " + kind, viewBox: "0 0 10 10", refX: 4, refY: 5, markerWidth: 2.4, markerHeight: 2.4, orient: "auto" },
				element("path", { d: "M0 0L10 5L0 10Z" })));
		}
		return element("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, defs);
	}
	document.body.prepend(symbols());

	// squares returns an object from squares to piece letters for the first field of a FEN.
	function squares(placement) {
		const pieces = {};
		placement.split("/").forEach((row, i) => {
			let file = 0;
			for (const c of row) {
				if (c >= "1" && c <= "8") file += +c;
				else pieces["abcdefgh"[file++] + (8 - i)] = c;
			}
		});
		return pieces;
	}

	// placement returns the first field of a FEN for the object that squares returns.
	function placement(pieces) {
		const rank = (n) => [..."abcdefgh"].map((file) => pieces[file + n] || "1").join("").replace(/1+/g, (empty) => empty.length);
		return [8, 7, 6, 5, 4, 3, 2, 1].map(rank).join("/");
	}

	// play returns the FEN after moves, which are written as the Go function step describes.
	function play(fen, moves) {
		let [board, turn, castling, target, half, full] = fen.split(" ");
		const pieces = squares(board);
		for (const move of moves.split(" ")) {
			const [squares, rights, passant] = move.split(",");
			const [from, to, other, last] = squares.match(/[a-h]\d/g) || [], piece = pieces[from], castles = !!last;
			half = piece && ("Pp".includes(piece) || pieces[to] && !castles) ? 0 : +half + 1;
			full = +full + (turn === "b");
			turn = turn === "w" ? "b" : "w";
			castling = rights || castling;
			target = passant || "-";
			const rook = pieces[other];
			delete pieces[from];
			delete pieces[other];
			if (piece) pieces[to] = squares.length === 5 ? squares[4] : piece;
			if (castles) pieces[last] = rook;
		}
		return [placement(pieces), turn, castling, target, half, full].join(" ");
	}

	// describe describes the position for screen readers.
	function describe(pieces) {
		const side = (white) => Object.keys(pieces).filter((s) => (pieces[s] < "a") === white)
			.sort((a, b) => "KQRBNP".indexOf(pieces[a].toUpperCase()) - "KQRBNP".indexOf(pieces[b].toUpperCase()))
			.map((s) => NAMES[pieces[s].toLowerCase()] + " " + s).join(", ");
		return "White: " + side(true) + ". Black: " + side(false) + ".";
	}

	// corner returns the column and the row of a square on the screen.
	function corner(square, flipped) {
		const file = square.charCodeAt(0) - 97, rank = +square[1] - 1;
		return flipped ? [7 - file, rank] : [file, 7 - rank];
	}

	// draw replaces the board in svg. view.trace is a move ("e2e4") whose squares are marked; view.arrows is a list of
	// [move, kind] with kind best, played or other. A king that castles may stay on its square, which gives no arrow.
	function draw(svg, pieces, view) {
		const parts = [element("use", { href: "#squares" }), element("use", { href: view.flipped ? "#from-black" : "#from-white" })];
		if (view.trace) {
			for (const s of [view.trace.slice(0, 2), view.trace.slice(2, 4)]) {
				const [x, y] = corner(s, view.flipped);
				parts.push(element("rect", { class: "trace", x, y, width: 1, height: 1 }));
			}
		}
		for (const s in pieces) {
			const [x, y] = corner(s, view.flipped);
			parts.push(element("use", { href: "#piece-" + pieces[s], x, y }));
		}
		for (const [move, kind] of view.arrows || []) {
			if (move.slice(0, 2) === move.slice(2)) continue;
			const [x1, y1] = corner(move.slice(0, 2), view.flipped), [x2, y2] = corner(move.slice(2, 4), view.flipped);
			const length = Math.hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / length, dy = (y2 - y1) / length;
			parts.push(element("line", {
				class: "arrow " + kind, "marker-end": "url(#head-" + kind + ")",
				x1: x1 + .5 + .2 * dx, y1: y1 + .5 + .2 * dy, x2: x2 + .5 - .25 * dx, y2: y2 + .5 - .25 * dy,
			}));
		}
		svg.replaceChildren(...parts);
		svg.setAttribute("aria-label", describe(pieces));
	}

	return { NAMES, element, corner, squares, play, draw };
})();
