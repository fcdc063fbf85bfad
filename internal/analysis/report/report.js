// The script makes the games of a report playable. Everything it shows it reads from the tables in the page.
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

	// Viewer is the board of one game with everything that moves along with it.
	class Viewer {
		constructor(section) {
			this.section = section;
			this.rows = all(section, ".positions tbody tr");
			this.ids = this.rows.map((r) => r.id);
			for (const r of this.rows) r.removeAttribute("id"); // or the browser would open and scroll the table
			if (by(section, ".now")) by(section, ".every").open = false;
			this.links = new Map(all(section, ".ply").map((a) => [a.hash.slice(1), a]));
			this.board = by(section, ".live svg");
			this.now = by(section, ".now");
			this.cursor = by(section, ".cursor");
			this.curve = by(section, ".curve");
			this.white = by(section, ".balance-white");
			this.marked = all(section, ".ply.dubious, .ply.mistake, .ply.blunder").map((a) => this.plyOf(a.hash.slice(1)));
			this.flipped = false;
			this.ply = -1;
			if (!this.now) return;
			for (const b of all(section, "[data-go]")) b.addEventListener("click", () => this.go(b.dataset.go));
			this.curve.addEventListener("click", (e) => {
				const box = this.curve.getBoundingClientRect();
				this.show(Math.round((e.clientX - box.left) / box.width * this.last()), true);
			});
		}

		last() { return this.rows.length - 1; }
		plyOf(id) { return this.ids.indexOf(id); }

		// go does what a button or a key stands for.
		go(what) {
			const later = this.marked.filter((n) => n > this.ply), earlier = this.marked.filter((n) => n < this.ply);
			switch (what) {
			case "first": return this.show(0, true);
			case "back": return this.show(this.ply - 1, true);
			case "on": return this.show(this.ply + 1, true);
			case "last": return this.show(this.last(), true);
			case "worse": return this.show(later.length ? later[0] : this.marked.length ? this.marked[0] : this.ply, true);
			case "earlier": return this.show(earlier.length ? earlier[earlier.length - 1] : this.ply, true);
			case "flip":
				this.flipped = !this.flipped;
				by(this.section, "[data-go=flip]").setAttribute("aria-pressed", this.flipped);
				return this.show(this.ply, false);
			}
		}

		// show puts the position after n half-moves on the board; with remember it becomes the address of the page.
		show(n, remember) {
			if (!this.now) return;
			this.ply = clamp(n, 0, this.last());
			const row = this.rows[this.ply], data = row.dataset;
			Diagram.draw(this.board, Diagram.squares(data.fen.split(" ")[0]), {
				flipped: this.flipped, trace: data.move, arrows: data.best && data.best.slice(0, 2) !== data.best.slice(2) ? [[data.best, "best"]] : [],
			});
			const x = 100 * this.ply / Math.max(this.last(), 1) + "%";
			this.cursor.setAttribute("x1", x);
			this.cursor.setAttribute("x2", x);
			this.cursor.style.visibility = "visible";
			by(this.section, ".balance").style.visibility = data.white ? "visible" : "hidden"; // nothing is known if not analysed
			const share = 100 * data.white;
			this.white.setAttribute("height", share);
			this.white.setAttribute("y", this.flipped ? 0 : 100 - share);
			this.mark(this.ids[this.ply]);
			this.tell(row);
			if (remember) history.replaceState(null, "", "#" + this.ids[this.ply]);
		}

		// mark shows in the list which move was played last.
		mark(id) {
			const old = by(this.section, ".ply[aria-current]");
			if (old) old.removeAttribute("aria-current");
			const link = this.links.get(id), list = by(this.section, ".moves");
			if (!link) return void (list.scrollTop = 0);
			link.setAttribute("aria-current", "true");
			const top = link.offsetTop, bottom = top + link.offsetHeight;
			if (top < list.scrollTop) list.scrollTop = top - 8;
			else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
		}

		// tell writes what the table says of the position, and what would have been better than a marked move.
		tell(row) {
			const [after, score, , lines] = row.cells, link = this.links.get(this.ids[this.ply]);
			const verdict = link && link.ariaLabel ? link.ariaLabel.split(", ").pop() : "";
			const head = paragraph("head", this.ply ? "After " : "At ", span("strong " + row.className, after.textContent), " ", span("score", score.textContent));
			if (verdict) head.append(" ", span("soft small", verdict));
			const parts = [head];
			if (!lines.children.length && lines.textContent) parts.push(paragraph("soft", lines.textContent));
			for (const line of lines.children) {
				const word = line.className === "over" ? "" : parts.length > 1 ? "or " : "best ";
				parts.push(paragraph("line", span("soft", word), ...line.cloneNode(true).childNodes));
			}
			if (verdict && this.ply > 0) {
				const before = this.rows[this.ply - 1].cells;
				parts.push(paragraph("line", span("soft", "instead "), span("score", before[1].textContent), " ",
					...before[3].firstElementChild.cloneNode(true).childNodes));
			}
			if (row.dataset.clock) parts.push(paragraph("soft small", "Time: " + row.dataset.clock));
			this.now.replaceChildren(...parts);
		}
	}

	const games = all(document, "section.game").map((s) => new Viewer(s));
	const index = by(document, "#index"), main = by(document, "#main");
	let current = games[0];

	// select shows one game and hides the others; a search in the page still finds what they say.
	function select(viewer) {
		current = viewer;
		for (const g of games) {
			if (g === viewer) g.section.removeAttribute("hidden");
			else g.section.setAttribute("hidden", "until-found");
		}
		all(index, ".games tbody tr").forEach((row, i) => games[i] === viewer ? row.setAttribute("aria-current", "true") : row.removeAttribute("aria-current"));
		if (viewer.ply < 0) viewer.show(0, false);
	}

	// follow goes where the address of the page points.
	function follow(scroll) {
		const id = decodeURIComponent(location.hash.slice(1));
		const viewer = games.find((g) => g.section.id === id.split("p")[0]);
		if (!viewer) return;
		select(viewer);
		const ply = viewer.plyOf(id);
		if (ply >= 0) viewer.show(ply, false);
		if (!scroll) return;
		if (ply < 0) viewer.section.focus({ preventScroll: true });
		(ply < 0 ? viewer.section : by(viewer.section, ".viewer")).scrollIntoView({ block: "start" });
	}

	const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", n: "worse", p: "earlier", f: "flip" };
	document.addEventListener("keydown", (e) => {
		const what = KEYS[e.key];
		if (!what || !current || !current.now || e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, textarea, select")) return;
		e.preventDefault();
		current.go(what);
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

	for (const g of games) g.section.addEventListener("beforematch", () => select(g));
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
		document.title = games.length > 1 ? games.length + " games · " + document.title : by(games[0].section, "h2").innerText;
		if (location.hash) follow(true);
	}
})();
