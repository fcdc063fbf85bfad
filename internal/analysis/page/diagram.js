"use strict";

// Diagram draws boards into SVG elements, as the Go package of the same name does, from the symbols in the page.
const Diagram = (() => {
	const SVG = "http://www.w3.org/2000/svg";
	const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

	function element(name, attributes) {
		const e = document.createElementNS(SVG, name);
		for (const key in attributes) e.setAttribute(key, attributes[key]);
		return e;
	}

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

	// describe describes the position for screen readers.
	function describe(pieces) {
		const side = (white) => Object.keys(pieces).filter((s) => (pieces[s] < "a") === white)
			.sort((a, b) => "KQRBNP".indexOf(pieces[a].toUpperCase()) - "KQRBNP".indexOf(pieces[b].toUpperCase()))
			.map((s) => NAMES[pieces[s].toLowerCase()] + " " + s).join(", ");
		return "White: " + side(true) + ". Black: " + side(false) + ".";
	}

	function corner(square, flipped) {
		const file = square.charCodeAt(0) - 97, rank = +square[1] - 1;
		return flipped ? [7 - file, rank] : [file, 7 - rank];
	}

	// draw replaces the board in svg. view.trace is a move ("e2e4") whose squares are marked; view.arrows is a list of
	// [move, kind] with kind best, played or other.
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

	return { squares, placement, draw };
})();
