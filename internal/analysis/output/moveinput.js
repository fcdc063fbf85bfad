// MoveInput lets the reader move pieces on a board: with clicks, by dragging, by typing squares, or with the arrow keys and Enter. The
// game decides what becomes of it: active() says whether a move is wanted, pieces() returns the pieces by square, targets(from) lists the
// squares that a piece may go to, flipped() says whether Black is below, attempt(from, to) takes a move, say(text) speaks to
// screen readers, and draw() draws the board and ends with decorate().
class MoveInput {
	constructor(svg, game) {
		Object.assign(this, { svg, game, drag: null });
		this.reset();
		svg.addEventListener("pointerdown", (e) => this.drag ? this.cancel() : e.button || !game.active() || this.down(e)); // a second finger cancels
		svg.addEventListener("pointermove", (e) => this.drag && this.move(e));
		svg.addEventListener("pointerup", (e) => this.drag && this.up(e));
		svg.addEventListener("pointercancel", () => this.drag && this.cancel());
	}

	// reset forgets what was picked up or typed, and where the keyboard was.
	reset() { Object.assign(this, { picked: "", typed: "", cursor: [4, 6], drag: null }); } // the cursor in columns and rows of the screen

	// cancel puts down the piece that was picked up.
	cancel() {
		this.picked = this.typed = "";
		this.drag = null;
		this.game.draw();
	}

	corner(square) { return Diagram.corner(square, this.game.flipped()); }

	squareAt(x, y) {
		if (x < 0 || y < 0 || x > 7 || y > 7) return "";
		return this.game.flipped() ? "hgfedcba"[x] + (y + 1) : "abcdefgh"[x] + (8 - y);
	}

	// box puts a rectangle below the pieces.
	box(kind, square) {
		const [x, y] = this.corner(square);
		this.svg.insertBefore(Diagram.element("rect", { class: kind, x, y, width: 1, height: 1 }), this.svg.children[2]);
	}

	// decorate draws where the piece that was picked up may go, and where the keyboard is.
	decorate() {
		const { element } = Diagram, pieces = this.game.pieces();
		if (this.picked) this.box("picked", this.picked);
		for (const to of this.picked ? new Set(this.game.targets(this.picked)) : []) {
			const [x, y] = this.corner(to), at = { cx: x + .5, cy: y + .5 };
			this.svg.append(pieces[to] ? element("circle", { class: "ring", ...at, r: .42 }) : element("circle", { class: "target", ...at, r: .16 }));
		}
		this.svg.append(element("rect", { class: "at", x: this.cursor[0] + .05, y: this.cursor[1] + .05, width: .9, height: .9, rx: .06 }));
	}

	pick(square) {
		if (square && square !== this.picked) this.game.say(square + " picked up");
		this.picked = square;
		this.game.draw();
	}

	attempt(from, to) {
		this.picked = "";
		this.game.attempt(from, to);
	}

	// leads reports whether the piece that was picked up may go to a square.
	leads(square) { return this.picked && this.game.targets(this.picked).includes(square); }

	// touch handles a click, a finger or Enter on a square.
	touch(square) {
		const other = this.picked !== square;
		if (other && this.leads(square)) this.attempt(this.picked, square);
		else if (other && this.game.targets(square).length) this.pick(square);
		else if (other && this.picked) this.attempt(this.picked, square);
		else this.pick("");
	}

	// Dragging: the piece follows the finger, and a short touch picks it up.
	place(e) {
		const box = this.svg.getBoundingClientRect();
		return [(e.clientX - box.left) / box.width * 8, (e.clientY - box.top) / box.height * 8];
	}

	down(e) {
		const square = this.squareAt(...this.place(e).map(Math.floor)), again = this.picked === square;
		this.svg.classList.remove("keys");
		this.svg.setPointerCapture(e.pointerId);
		if (!this.game.targets(square).length || this.leads(square)) return void (this.drag = { square });
		this.pick(square);
		const at = this.corner(square).map(String), pieces = [...this.svg.children].filter((c) => c.tagName === "use");
		const piece = pieces.find((c) => c.getAttribute("x") === at[0] && c.getAttribute("y") === at[1]);
		this.drag = { square, again, piece, moved: false };
		this.svg.append(piece);
	}

	move(e) {
		const { drag } = this, [x, y] = this.place(e), [cx, cy] = this.corner(drag.square);
		drag.moved = drag.moved || Math.hypot(x - cx - .5, y - cy - .5) > .35;
		if (!drag.moved || !drag.piece) return;
		drag.piece.setAttribute("x", x - .5);
		drag.piece.setAttribute("y", y - .5);
	}

	up(e) {
		const to = this.squareAt(...this.place(e).map(Math.floor)), { square, again, piece, moved } = this.drag;
		this.drag = null;
		if (!piece) return this.touch(square);
		if (moved && to && to !== square) this.attempt(square, to);
		else this.pick(moved || again ? "" : square);
	}

	// arrow moves the cursor of the keyboard, Enter touches its square; false means that the key is another one.
	arrow(key) {
		const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
		if (step) {
			this.svg.classList.add("keys");
			this.svg.focus({ preventScroll: true });
			this.cursor = this.cursor.map((v, i) => Math.max(0, Math.min(7, v + step[i])));
			const square = this.squareAt(...this.cursor), piece = this.game.pieces()[square];
			this.game.say(square + (piece ? (piece < "a" ? " white " : " black ") + Diagram.NAMES[piece.toLowerCase()] : " empty"));
			this.game.draw();
		} else if (key === "Enter" || key === " ") {
			this.touch(this.squareAt(...this.cursor));
		} else {
			return false;
		}
		this.typed = "";
		return true;
	}

	// type takes a letter or digit of the squares of a move; false means that it is none.
	type(key) {
		const fits = /^([a-h]([1-8]([a-h]([1-8])?)?)?)?$/;
		this.typed = fits.test(this.typed + key) ? this.typed + key : fits.test(key) ? key : "";
		if (this.typed.length === 2 || this.typed.length === 3) {
			const from = this.typed.slice(0, 2);
			this.pick(this.game.targets(from).length ? from : "");
		}
		if (this.typed.length < 4) return this.typed !== "";
		const move = this.typed;
		this.typed = "";
		if (this.game.active()) this.attempt(move.slice(0, 2), move.slice(2));
		return true;
	}
}
