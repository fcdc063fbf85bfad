// The script makes the games of a report playable. It reads everything from the tables in the page.
(() => {
	document.documentElement.classList.add("live-script");

	const clamp = (n, least, most) => Math.max(least, Math.min(n, most));
	const by = (root, selector) => root.querySelector(selector);
	const all = (root, selector) => [...root.querySelectorAll(selector)];

	function paragraph(kind, ...parts) {
		const p = document.createElement("p");
		p.className = kind;
		p.append(...parts);
		return p;
	}

	function span(kind, text) {
		const e = document.createElement("span");
		e.className = kind;
		e.textContent = text;
		return e;
	}

	// steps returns the text of a line with its moves as buttons that show the position after them; at is the name of the position
	// where it begins. Only the first one is a stop of the tabulator: the arrow keys lead from there.
	function steps(at, moves, text) {
		const words = text.split(" "), parts = [];
		moves = moves.split(" ");
		let n = moves.length - words.filter((w) => !w.endsWith(".")).length; // a threat begins with a pass
		for (const word of words) {
			if (word.endsWith(".")) {
				parts.push(word + "\u00a0");
				continue;
			}
			const button = document.createElement("button");
			button.type = "button";
			button.className = "step";
			button.textContent = word;
			button.tabIndex = parts.some((p) => p.tagName) ? -1 : 0;
			button.dataset.at = at;
			button.dataset.moves = moves.slice(0, ++n).join(" ");
			parts.push(button, " ");
		}
		return parts;
	}

	// play returns the FEN after moves, which are written as the Go function steps describes.
	function play(fen, moves) {
		let [placement, turn, castling, target, half, full] = fen.split(" ");
		const pieces = Diagram.squares(placement);
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
		return [Diagram.placement(pieces), turn, castling, target, half, full].join(" ");
	}

	// Stage is a board on which moves of lines are played, with the FEN and the addresses of the position that it shows.
	class Stage {
		constructor(root) {
			this.root = root;
			this.live = by(root, ".live");
			this.board = by(root, ".live svg");
			this.leave = by(root, "[data-go=leave]");
			this.step = null; // the move of a line that is on the board
			this.flipped = false;
			for (const b of all(root, "[data-go]")) b.addEventListener("click", () => this.go(b.dataset.go));
		}

		// along returns the move of the line to which back, on or last lead from the one on the board, nothing before the first.
		along(what) {
			const moves = all(this.step.parentElement, ".step"), n = moves.indexOf(this.step);
			return moves[{ back: n - 1, on: Math.min(n + 1, moves.length - 1), last: moves.length - 1 }[what]];
		}

		// enter shows the position after a move of a line that begins at a position.
		enter(step, fen) {
			this.step?.removeAttribute("aria-current");
			this.step = step;
			step.setAttribute("aria-current", "true");
			this.leave.disabled = false;
			const moves = step.dataset.moves;
			this.draw(play(fen, moves), moves.split(" ").pop().slice(0, 4), []);
			by(this.root, ".spoken").textContent = "In a line, after " + step.textContent;
		}

		// turn turns the board.
		turn() {
			this.flipped = !this.flipped;
			by(this.root, "[data-go=flip]").setAttribute("aria-pressed", this.flipped);
		}

		// draw shows a position on the board, with its FEN and addresses.
		draw(fen, trace, arrows) {
			const seen = arrows.filter(([move]) => move && move.slice(0, 2) !== move.slice(2)); // a king that castles may stay where it is
			Diagram.draw(this.board, Diagram.squares(fen.split(" ")[0]), { flipped: this.flipped, trace, arrows: seen });
			this.live.classList.toggle("aside", !!this.step);
			const field = by(this.root, ".fen");
			field[field.tagName === "INPUT" ? "value" : "textContent"] = fen;
			const chess960 = /[^KQkq-]/.test(fen.split(" ")[2]), path = fen.replaceAll(" ", "_"), color = this.flipped ? "color=black" : "";
			const address = (tool, ...query) => "https://lichess.org/" + tool + path + "?" + query.filter((q) => q).join("&");
			by(this.root, "[data-lichess=analysis]").href = address(chess960 ? "analysis/chess960/" : "analysis/standard/", color);
			by(this.root, "[data-lichess=editor]").href = address("editor/", chess960 && "variant=chess960", color);
		}
	}

	// Study is a single position, whose lines are played on its board.
	class Study extends Stage {
		constructor(row) {
			by(row, ".picture").append(by(document, ".study-controls").content.cloneNode(true));
			super(row);
			this.back = by(row, "[data-go=back]");
			this.fen = by(row, ".fen").textContent;
			for (const line of all(row, "[data-steps]")) line.lastChild.replaceWith(" ", ...steps(row.id, line.dataset.steps, line.lastChild.textContent.trim()));
			row.addEventListener("click", (e) => {
				const step = e.target.closest(".step");
				if (step) this.play(step);
			});
		}

		// go carries out a button or a key, and returns false if there is nothing to do.
		go(what) {
			if (what === "flip") {
				this.turn();
				return this.step ? this.enter(this.step, this.fen) : this.show();
			}
			if (!this.step) return ["on", "better"].includes(what) && this.play(by(this.root, ".step"));
			if (what === "first" || what === "leave") return this.show();
			if (!["back", "on", "last"].includes(what)) return false;
			const next = this.along(what);
			return next ? this.play(next) : this.show();
		}

		// show returns to the position from a line.
		show() {
			const step = this.step, focused = [this.leave, this.back, step].includes(document.activeElement);
			step?.removeAttribute("aria-current");
			this.step = null;
			const { best, threat } = this.root.dataset;
			this.draw(this.fen, "", [[best, "best"], [threat, "other"]]);
			by(this.root, ".spoken").textContent = "The position";
			if (focused && step) by(step.parentElement, ".step").focus({ preventScroll: true });
			this.leave.disabled = this.back.disabled = true;
		}

		// play shows the position after a move of a line.
		play(step) {
			if (this.step === document.activeElement) step.focus({ preventScroll: true });
			this.enter(step, this.fen);
			this.back.disabled = false;
		}
	}

	// Viewer is the board of one game with everything that moves along with it.
	class Viewer extends Stage {
		constructor(section) {
			super(section);
			this.rows = all(section, ".positions tbody tr");
			this.ids = this.rows.map((r) => r.id);
			for (const r of this.rows) r.removeAttribute("id"); // or the browser would open and scroll the table
			if (by(section, ".now")) by(section, ".every").open = false;
			this.links = new Map(all(section, ".ply").map((a) => [a.hash.slice(1), a]));
			this.now = by(section, ".now");
			this.cursor = by(section, ".cursor");
			this.curve = by(section, ".curve");
			this.white = by(section, ".balance-white");
			this.marked = all(section, ".ply.inaccuracy, .ply.mistake, .ply.blunder").map((a) => this.plyOf(a.hash.slice(1)) - 1); // where the bad moves are played
			this.ply = -1;
			if (!this.now) return;
			this.curve.addEventListener("click", (e) => {
				const box = this.curve.getBoundingClientRect();
				this.show(Math.round((e.clientX - box.left) / box.width * this.last()), true);
			});
			section.addEventListener("click", (e) => {
				const step = e.target.closest(".step"), copy = e.target.closest(".copy button");
				if (step) this.play(step);
				if (copy) this.copy(by(copy.parentElement, "input, textarea"), copy);
			});
		}

		// prepare makes the moves of the turning points' lines buttons.
		prepare() {
			if (this.prepared) return;
			this.prepared = true;
			for (const line of all(this.root, ".turns [data-at]")) {
				const row = this.rows[this.plyOf(line.dataset.at)];
				const moves = by(line, ".threat") ? row.dataset.threatSteps : by(row, "[data-steps]")?.dataset.steps;
				if (moves) line.lastChild.replaceWith(" ", ...steps(line.dataset.at, moves, line.lastChild.textContent.trim()));
			}
		}

		last() { return this.rows.length - 1; }
		plyOf(id) { return this.ids.indexOf(id); }

		// go carries out a button or a key.
		go(what) {
			if (this.step && ["back", "on", "last"].includes(what)) {
				const next = this.along(what);
				return next ? this.play(next) : this.show(this.ply, false);
			}
			const later = this.marked.filter((n) => n > this.ply), earlier = this.marked.filter((n) => n < this.ply);
			switch (what) {
			case "first": return this.show(this.step ? this.ply : 0, true);
			case "back": return this.show(this.ply - 1, true);
			case "on": return this.show(this.ply + 1, true);
			case "last": return this.show(this.last(), true);
			case "worse": return this.show(later.length ? later[0] : this.marked.length ? this.marked[0] : this.ply, true);
			case "earlier": return this.show(earlier.length ? earlier[earlier.length - 1] : this.ply, true);
			case "flip":
				this.turn();
				return this.step ? this.play(this.step) : this.show(this.ply, false);
			case "better": return (by(this.now, ".instead .step") || by(this.now, ".step"))?.click();
			case "leave": return this.step && this.show(this.ply, false);
			}
		}

		// show puts the position after n half-moves on the board; with remember it becomes the address of the page.
		show(n, remember) {
			if (!this.now) return;
			const focused = [this.leave, ...all(this.now, ".step, a")].includes(document.activeElement);
			this.ply = clamp(n, 0, this.last());
			this.step = null;
			this.leave.disabled = true;
			const row = this.rows[this.ply], data = row.dataset, played = this.marked.includes(this.ply) && this.rows[this.ply + 1].dataset.move;
			this.draw(data.fen, data.move, [[played, "played"], [data.best, "best"], [data.threat, "other"]]);
			const x = 100 * this.ply / Math.max(this.last(), 1) + "%";
			this.cursor.setAttribute("x1", x);
			this.cursor.setAttribute("x2", x);
			this.cursor.style.visibility = "visible";
			by(this.root, ".balance").style.visibility = data.white ? "visible" : "hidden"; // nothing is known if not analysed
			const share = 100 * data.white;
			this.white.setAttribute("height", share);
			this.white.setAttribute("y", this.flipped ? 0 : 100 - share);
			this.mark(this.ids[this.ply]);
			this.tell(row);
			if (focused) this.live.focus({ preventScroll: true }); // what had the focus is gone
			if (remember) history.replaceState(null, "", "#" + this.ids[this.ply]);
		}

		// play shows the position after a move of a line.
		play(step) {
			const { at, moves } = step.dataset;
			if (this.ids[this.ply] !== at) this.show(this.plyOf(at), true);
			if (!this.now.contains(step)) { // the line stands beside the board, too
				step = all(this.now, ".step").find((s) => s.dataset.moves === moves);
				step.focus({ preventScroll: true });
				by(this.root, ".viewer").scrollIntoView({ block: "nearest" });
			}
			if (this.now.contains(document.activeElement)) step.focus({ preventScroll: true });
			this.enter(step, this.rows[this.ply].dataset.fen);
			by(this.root, ".balance").style.visibility = "hidden"; // nothing is known of the positions of a line
		}

		// copy puts the text of a field on the clipboard. Where the browser does not allow that, it selects the text.
		async copy(field, button) {
			field.select();
			let done = "Copied";
			try {
				await navigator.clipboard.writeText(field.value);
			} catch {
				done = "Selected";
			}
			by(this.root, ".spoken").textContent = button.textContent = done;
			setTimeout(() => button.textContent = "Copy", 2000);
		}

		// mark shows in the list which move was played last.
		mark(id) {
			const old = by(this.root, ".ply[aria-current]");
			if (old) old.removeAttribute("aria-current");
			const link = this.links.get(id), list = by(this.root, ".moves");
			if (!link) return void (list.scrollTop = 0);
			link.setAttribute("aria-current", "true");
			const top = link.offsetTop, bottom = top + link.offsetHeight;
			if (top < list.scrollTop) list.scrollTop = top - 8;
			else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
		}

		// tell writes the information of the table about the position, and the better line for a marked move.
		tell(row) {
			const [after, score, , lines] = row.cells, link = this.links.get(this.ids[this.ply]);
			const verdict = link && link.ariaLabel ? link.ariaLabel.split(", ").pop() : "";
			const head = paragraph("head", this.ply ? "After " : "At ", span("strong " + row.className, after.textContent), " ", span("score", score.textContent));
			if (verdict) head.append(" ", span("soft small", verdict));
			const parts = [head];
			if (!lines.children.length && lines.textContent) parts.push(paragraph("soft", lines.textContent));
			const bad = this.marked.includes(this.ply);
			if (bad) {
				const next = this.rows[this.ply + 1], move = this.links.get(this.ids[this.ply + 1]), played = document.createElement("a");
				played.href = move.hash;
				played.className = next.className;
				played.textContent = next.cells[0].textContent;
				parts.push(paragraph("line", span("key played-key", "played "), played, " ", span("score", next.cells[1].textContent), " ", span("soft small", move.ariaLabel.split(", ").pop())));
			}
			[...lines.children].forEach((line, n) => {
				const word = line.className === "over" ? span("", "") : n ? span("soft", "or ") : bad ? span("key best-key", "better ") : span("soft", "best ");
				parts.push(this.line(word, this.ply, line));
			});
			if (verdict && this.ply > 0) {
				const earlier = this.rows[this.ply - 1], before = earlier.cells, line = this.line(span("soft", "instead "), this.ply - 1, before[3].firstElementChild);
				line.classList.add("instead");
				line.firstChild.after(span("score", before[1].textContent), " ");
				parts.push(line);
				if (earlier.dataset.difficulty) parts.push(paragraph("soft small", "Difficulty " + earlier.dataset.difficulty));
			}
			if (row.dataset.threat) {
				parts.push(paragraph("line", span("threat", "threat "), span("score", row.dataset.threatScore), " ",
					...steps(this.ids[this.ply], row.dataset.threatSteps, row.dataset.threatLine)));
			}
			if (row.dataset.trust) parts.push(paragraph("soft small", "Best move " + row.dataset.trust));
			if (row.dataset.clock) parts.push(paragraph("soft small", "Time: " + row.dataset.clock));
			this.now.replaceChildren(...parts);
		}

		// line returns a paragraph with a line of the table, which begins at the position after n half-moves.
		line(word, n, line) {
			const p = paragraph("line", word, ...line.cloneNode(true).childNodes);
			if (line.dataset.steps) p.lastChild.replaceWith(" ", ...steps(this.ids[n], line.dataset.steps, p.lastChild.textContent.trim()));
			return p;
		}
	}

	// inflate returns the text that a template packs.
	async function inflate(template) {
		const bytes = Uint8Array.from(atob(template.content.textContent), (c) => c.charCodeAt(0));
		return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
	}

	const games = all(document, "section.game").map((s) => new Viewer(s)); // those that are not packed
	const index = by(document, "#index"), main = by(document, "#main");
	let current = games[0];

	// unpack resolves to the viewer of the packed game whose section has that name, or to nothing if there is none.
	async function unpack(name) {
		const holds = (t) => +t.dataset.first <= +name.slice(1) && +name.slice(1) <= +t.dataset.last;
		const pack = /^g\d+$/.test(name) && all(main, "template.pack").find(holds);
		if (!pack) return;
		const box = document.createElement("template");
		box.innerHTML = await inflate(pack);
		if (pack.isConnected) { // nobody else was faster
			const added = all(box.content, "section.game");
			for (const s of added) s.setAttribute("hidden", "until-found");
			pack.replaceWith(box.content);
			for (const s of added) {
				const viewer = new Viewer(s);
				s.addEventListener("beforematch", () => select(viewer));
				games.push(viewer);
			}
		}
		return viewerOf(name);
	}

	function viewerOf(name) { return games.find((g) => g.root.id === name); }

	// select shows one game and hides the others; a search in the page still finds what they say.
	function select(viewer) {
		current = viewer;
		for (const g of games) {
			if (g === viewer) g.root.removeAttribute("hidden");
			else g.root.setAttribute("hidden", "until-found");
		}
		contents.mark();
		viewer.prepare();
		if (viewer.ply < 0) viewer.show(0, false);
	}

	// follow goes where the address of the page points.
	function follow(scroll) {
		const id = decodeURIComponent(location.hash.slice(1)), name = id.split("p")[0], known = viewerOf(name);
		if (known) open(known, id, scroll);
		else unpack(name).then((viewer) => viewer && open(viewer, id, scroll));
	}

	// open shows a game and, if that is the name of one, a position.
	function open(viewer, id, scroll) {
		select(viewer);
		const ply = viewer.plyOf(id);
		if (ply >= 0) viewer.show(ply, false);
		if (!scroll) return;
		(ply < 0 ? viewer.root : viewer.live).focus({ preventScroll: true });
		(ply < 0 ? viewer.root : by(viewer.root, ".viewer")).scrollIntoView({ block: "start" });
	}

	// sortable makes the heads of a table buttons; sort is called with the number of the column and 1, or -1 for downwards.
	function sortable(table, sort) {
		const heads = all(table, "thead th");
		heads.forEach((head, column) => {
			const button = document.createElement("button");
			button.type = "button";
			button.className = "sort";
			button.append(...head.childNodes);
			head.append(button);
			button.addEventListener("click", () => {
				const was = head.getAttribute("aria-sort"), down = was ? was === "ascending" : head.classList.contains("number");
				for (const h of heads) h.removeAttribute("aria-sort");
				head.setAttribute("aria-sort", down ? "descending" : "ascending");
				sort(column, down ? -1 : 1);
			});
		});
	}

	// compare orders numbers by size and texts by the alphabet; what is missing comes last.
	function compare(a, b, direction) {
		if (a === null || b === null) return (a === null) - (b === null);
		return direction * (typeof a === "number" ? a - b : a.localeCompare(b));
	}

	for (const table of all(index, ".stats")) {
		const body = by(table, "tbody"), rows = [...body.rows];
		const value = (row, column) => column ? +row.cells[column].dataset.value : row.cells[0].textContent;
		sortable(table, (column, direction) => body.append(...rows.sort((a, b) => compare(value(a, column), value(b, column), direction))));
		if (!table.classList.contains("search")) continue;
		for (const row of rows) {
			const button = document.createElement("button"), name = row.cells[0].firstElementChild;
			button.type = "button";
			button.className = "name";
			button.title = "Show the games";
			button.append(...name.childNodes);
			name.append(button);
			button.addEventListener("click", () => contents.search(button.textContent));
		}
	}

	// spark draws the course of a game in small.
	function spark(path) {
		const make = (name, attributes) => {
			const e = document.createElementNS("http://www.w3.org/2000/svg", name);
			for (const key in attributes) e.setAttribute(key, attributes[key]);
			return e;
		};
		const svg = make("svg", { class: "spark", viewBox: "0 0 30 100", preserveAspectRatio: "none", "aria-hidden": "true" });
		svg.append(make("rect", { class: "graph-black", width: 30, height: 100 }), make("path", { class: "graph-white", d: path }));
		return svg;
	}

	// Contents is the list of the games: searched, sorted, and shown page by page.
	class Contents {
		constructor() {
			this.size = 50;
			this.page = 0;
			this.table = by(index, ".games");
			if (!this.table) return;
			this.body = by(this.table, "tbody");
			this.games = [...this.body.rows].map((row) => this.fromRow(row));
			this.shown = this.games;
			sortable(this.table, (column, direction) => {
				const value = (g) => Array.isArray(g.values[column]) ? this.figure(g, g.values[column]) : g.values[column];
				this.games.sort((a, b) => compare(value(a), value(b), direction));
				this.filter();
			});
			this.input = by(index, ".find input");
			by(index, ".find").hidden = false;
			this.input.addEventListener("input", () => this.filter());
			this.pages = by(index, ".pages");
			if (this.pages) this.pages.addEventListener("click", (e) => this.turn(e.target.closest("button")?.dataset.page));
		}

		// fromRow takes a row that is there.
		fromRow(row) {
			const text = [...row.cells].map((c) => c.textContent), both = (s) => s.split(" / ").map((v) => v === "–" ? null : +v);
			const values = [+text[0], text[1], text[2], +text[3], null, both(text[5]), both(text[6]), both(text[7])];
			return { id: "g" + text[0], text: text[1].toLowerCase(), names: all(row, "a bdi").map((e) => e.textContent.toLowerCase()), values, row: () => row };
		}

		// unpack takes the list of all games.
		async unpack(template) {
			this.games = JSON.parse(await inflate(template)).map((g) => {
				const [id, white, black, result, event, opening, moves, , ...figures] = g, name = white + " – " + black;
				return { id: "g" + id, text: [name, event, opening].join(" ").toLowerCase(), names: [white.toLowerCase(), black.toLowerCase()],
					values: [id, name, result, moves, null, figures.slice(0, 2), figures.slice(2, 4), figures.slice(4, 6)], row: () => this.make(g) };
			});
			this.filter();
		}

		// make returns the row of a game.
		make([id, white, black, result, event, opening, moves, course, ...figures]) {
			const row = document.createElement("tr");
			const cell = (kind, ...parts) => {
				const e = document.createElement(kind === "head" ? "th" : "td");
				if (kind === "head") e.scope = "row";
				else e.className = kind;
				e.append(...parts);
				row.append(e);
			};
			const bdi = (text, kind) => {
				const e = document.createElement("bdi");
				e.textContent = text;
				if (kind) e.className = kind;
				return e;
			};
			const both = (n, digits) => [figures[n], figures[n + 1]].map((v) => v === null ? "–" : v.toFixed(digits)).join(" / ");
			const link = document.createElement("a");
			link.href = "#g" + id;
			link.append(bdi(white), " – ", bdi(black));
			cell("number", id);
			const line = (text, kind) => text ? [document.createElement("br"), bdi(text, kind)] : [];
			cell("head", link, ...line(opening, "small"), ...line(event, "soft small"));
			cell("number", result);
			cell("number also", moves);
			cell("course", spark(course));
			cell("number", both(0, 1));
			cell("number also", both(2, 0));
			cell("number also", both(4, 0));
			return row;
		}

		words() { return this.input.value.toLowerCase().split(/\s+/).filter((w) => w); }

		// figure returns what a game is sorted by, of both players' figures: that of the player who is searched, else the mean.
		figure(game, both) {
			const words = this.words(), found = game.names.map((name) => words.length > 0 && words.every((w) => name.includes(w)));
			if (found[0] !== found[1]) return both[found[0] ? 0 : 1];
			const known = both.filter((v) => v !== null);
			return known.length ? known.reduce((a, b) => a + b) / known.length : null;
		}

		search(text) {
			this.input.value = text;
			this.filter();
			this.input.scrollIntoView({ block: "center" });
			this.input.focus({ preventScroll: true });
		}

		filter() {
			const words = this.words();
			this.shown = words.length ? this.games.filter((g) => words.every((w) => g.text.includes(w))) : this.games;
			by(index, ".find .found").textContent = words.length ? this.shown.length + " of " + this.games.length : "";
			this.page = 0;
			this.show();
		}

		last() { return Math.max(Math.ceil(this.shown.length / this.size) - 1, 0); }

		turn(where) {
			if (!where) return;
			this.page = clamp({ first: 0, back: this.page - 1, on: this.page + 1, last: this.last() }[where], 0, this.last());
			this.show();
		}

		show() {
			const first = this.page * this.size, part = this.shown.slice(first, first + this.size);
			this.body.replaceChildren(...part.map((g) => g.row()));
			this.part = part;
			this.mark();
			by(index, ".many").scrollTop = 0;
			if (!this.pages) return;
			this.pages.hidden = false;
			by(this.pages, ".page").textContent = part.length ? (first + 1) + "–" + (first + part.length) + " of " + this.shown.length : "none";
			for (const b of all(this.pages, "button")) b.disabled = ["first", "back"].includes(b.dataset.page) ? this.page === 0 : this.page === this.last();
		}

		// mark shows in the list which game is shown below.
		mark() {
			if (!this.table) return;
			(this.part || this.shown).forEach((g, i) => {
				if (current && g.id === current.root.id) this.body.rows[i].setAttribute("aria-current", "true");
				else this.body.rows[i].removeAttribute("aria-current");
			});
		}
	}
	const contents = new Contents();

	// Letters are keys only while the page as a whole or the board with what is beside it has the focus.
	const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", Escape: "leave", n: "worse", p: "earlier", f: "flip", b: "better" };
	document.addEventListener("keydown", (e) => {
		const what = KEYS[e.key], row = e.target.closest("tr.position");
		if (!what || e.ctrlKey || e.altKey || e.metaKey || e.key.length === 1 && !lettersAreKeys()) return;
		const ours = e.target === document.body || e.target === current?.root || e.target.closest(".viewer");
		const stage = row ? studies.get(row) : ours && current?.now && current;
		if (stage && stage.go(what) !== false) e.preventDefault();
	});

	// A link to a position shows it on the board rather than scrolling to its row in the table.
	document.addEventListener("click", (e) => {
		const link = e.target.closest("a[href^='#g']");
		if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
		e.preventDefault();
		history.pushState(null, "", link.hash);
		follow(!link.classList.contains("ply"));
	});
	addEventListener("popstate", () => follow(false));
	addEventListener("hashchange", () => follow(false));

	for (const g of games) g.root.addEventListener("beforematch", () => select(g));
	// The lines of the first single positions become buttons at once, those of others when they come near: a suite may have thousands.
	const studies = new Map(), study = (row) => studies.set(row, new Study(row)), atOnce = 20;
	const near = new IntersectionObserver((entries) => {
		for (const { target, isIntersecting } of entries) {
			if (!isIntersecting) continue;
			near.unobserve(target);
			study(target);
		}
	}, { rootMargin: "100%" });
	all(main, "tr.position").filter((row) => by(row, "[data-steps]")).forEach((row, n) => n < atOnce ? study(row) : near.observe(row));

	for (const list of all(document, "section.list")) {
		if (!by(list, ".unsolved")) continue;
		by(list, ".filter").hidden = false;
		by(list, ".unsolved-only").addEventListener("change", (e) => list.classList.toggle("hide-solved", e.target.checked));
	}
	if (games.length < 2 && !by(index, ".solved")) {
		index.hidden = true;
		by(document, ".to-index").hidden = true;
	} else {
		main.before(index);
	}
	if (games.length) {
		select(games[0]);
		const packed = by(index, "#contents"), count = packed ? +all(main, "template.pack").pop().dataset.last : games.length;
		document.title = count > 1 ? count + " games · " + document.title : by(games[0].root, "h2").innerText;
		if (packed) contents.unpack(packed);
		if (location.hash) follow(true);
	}
})();
