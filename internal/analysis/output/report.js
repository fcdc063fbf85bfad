// The script draws a report. It unpacks the list of all games and positions, and the ones that are looked at.
(() => {
	const { element } = Diagram;
	const MARKS = ["", "inaccuracy", "mistake", "blunder"], SYMBOLS = ["", "?!", "?", "??"], WORDS = ["", "Inaccuracy", "Mistake", "Blunder"];
	const by = (selector, root = document) => root.querySelector(selector);
	const all = (selector, root = document) => [...root.querySelectorAll(selector)];
	const clamp = (n, least, most) => Math.max(least, Math.min(n, most));

	// make returns an element. Attributes that are null and children that are empty are left out.
	function make(name, attributes, ...children) {
		const e = document.createElement(name);
		for (const key in attributes) if (attributes[key] !== null) e.setAttribute(key, attributes[key]);
		e.append(...children.filter((c) => c !== "" && c !== null && c !== undefined));
		return e;
	}
	const span = (kind, ...children) => make("span", { class: kind }, ...children);
	const button = (kind, ...children) => make("button", { type: "button", class: kind }, ...children);
	const goButton = (go, text) => make("button", { type: "button", "data-go": go }, text);
	const joined = (parts, between) => parts.flatMap((part, n) => n ? [between, part] : [part]);
	// whole returns words that no line ends inside, unless they are too long for a phone; name returns a name of such words.
	const whole = (words) => words.length > 24 ? words : span("whole", words);
	const name = (text) => make("bdi", {}, ...joined(text.split(" ").map(whole), " "));
	const spaced = (...parts) => parts.filter((p) => p).flatMap((p) => [p, " "]);

	// inflate returns the data that a template packs.
	async function inflate(template) {
		const bytes = Uint8Array.from(atob(template.content.textContent), (c) => c.charCodeAt(0));
		return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
	}

	// What the page shows: a game or a single position, the position after ply half-moves, or one in a line.
	let contents, shown = -1, item, plies, fens, ply;
	let flipped = false, chosen = null; // whether Black is below, and the same as the reader wants it
	let step = null; // the button of the move of a line that is on the board
	let trying = false; // the reader looks for a better move than the one played next
	const board = by(".board"), live = by(".live"), now = by(".now"), moves = by(".moves"), viewer = by(".viewer");
	const leave = by("[data-go=leave]"), flip = by("[data-go=flip]");
	const entry = () => contents.entries[shown];

	// number returns the number of the move that led to a position, "12." or "12...".
	function number(n) {
		const [, turn, , , , full] = fens[n - 1].split(" ");
		return full + (turn === "w" ? "." : "...");
	}
	const symbol = (n) => plies[n].san + SYMBOLS[plies[n].mark || 0];
	const address = (n) => "#" + entry().id + (entry().players ? "p" + n : "");
	const occasion = (e) => (e.event || "").split(" · ").filter((part) => part && part !== e.link);
	const marked = (n) => n > 0 && n < plies.length && plies[n].mark;

	// line returns a paragraph with a line that begins at the position after n half-moves, its moves as buttons that show the position
	// after them. Only the first is a tab stop: the arrow keys lead on from there. A move stays together with its number.
	function line(n, { san, steps }, ...words) {
		const p = make("p", { class: "line" }, ...spaced(...words)), made = steps.split(" ");
		let group = span("pair"), count = made.length - san.split(" ").filter((w) => !w.endsWith(".")).length; // a threat begins with a pass
		for (const word of san.split(" ")) {
			if (word.endsWith(".")) {
				group.append(word + "\u00a0");
				continue;
			}
			const b = button("step", word);
			b.tabIndex = by(".step", p) ? -1 : 0;
			b.dataset.at = n;
			b.dataset.moves = made.slice(0, ++count).join(" ");
			group.append(b);
			p.append(group, " ");
			group = span("pair");
		}
		return p;
	}

	// draw shows a position on the board, with its FEN and its addresses on Lichess.
	function draw(fen, trace, arrows) {
		Diagram.draw(board, Diagram.squares(fen.split(" ")[0]), { flipped, trace, arrows: arrows.filter(([move]) => move) });
		live.classList.toggle("aside", !!step);
		by("#fen").value = fen;
		const query = (...parts) => parts.filter((p) => p).map((p, n) => (n ? "&" : "?") + p).join("");
		const path = fen.replaceAll(" ", "_"), color = flipped && "color=black", kind = item.chess960 ? "chess960/" : "standard/";
		by("[data-lichess=analysis]").href = "https://lichess.org/analysis/" + kind + path + query(color);
		by("[data-lichess=editor]").href = "https://lichess.org/editor/" + path + query(item.chess960 && "variant=chess960", color);
	}

	// bringUp scrolls to the board and what is beside it unless all of it can be seen.
	function bringUp() {
		const top = viewer.getBoundingClientRect().top, below = by(".side").getBoundingClientRect().bottom > innerHeight + 1;
		if (by(".stage").getBoundingClientRect().top < -1 || top > 0 && below) viewer.scrollIntoView();
	}

	// show puts the position after n half-moves on the board; with remember it becomes the address of the page. With attempt, the reader
	// looks for the best move there.
	function show(n, remember, attempt = false) {
		trying = attempt;
		board.classList.toggle("play", trying);
		moves.classList.toggle("trying", trying);
		live.role = trying ? "application" : "group";
		input.reset();
		const focused = [leave, ...all(".step, a, button", now)].includes(document.activeElement);
		step?.removeAttribute("aria-current");
		step = null;
		leave.disabled = true;
		ply = clamp(n, 0, plies.length - 1);
		const p = plies[ply], played = marked(ply + 1) && plies[ply + 1].step.slice(0, 4);
		const arrows = [[played, "played"], [p.lines?.[0].steps.slice(0, 4), "best"], [p.threat?.steps.slice(3, 7), "other"]];
		draw(fens[ply], p.step !== "--" && p.step?.slice(0, 4), trying ? [] : arrows);
		for (const cursor of all(".cursor")) for (const x of ["x1", "x2"]) cursor.setAttribute(x, 100 * ply / Math.max(plies.length - 1, 1) + "%");
		balance(p.white);
		point();
		describe();
		if (focused || trying) live.focus({ preventScroll: true }); // what had the focus is gone, or would get what is typed
		if (!remember) return;
		try {
			history.replaceState(null, "", address(ply));
		} catch {
			// browsers refuse too many in a short time
		}
	}

	// balance shows White's expected score beside the board; nothing if it is not known.
	function balance(white) {
		by(".balance").style.visibility = white === undefined ? "hidden" : "visible";
		by(".balance-white").setAttribute("height", 100 * (white || 0));
		by(".balance-white").setAttribute("y", flipped ? 0 : 100 - 100 * (white || 0));
	}

	// redraw draws the board once more while the reader is looking for a move.
	function redraw() {
		const before = plies[ply].step;
		draw(fens[ply], before !== "--" && before?.slice(0, 4), []);
		input.decorate();
	}
	const say = (text) => { by(".spoken").textContent = text; };
	const input = new MoveInput(board, {
		active: () => trying, pieces: () => Diagram.squares(fens[ply].split(" ")[0]), flipped: () => flipped, attempt: answer, draw: redraw, say,
		targets: (from) => trying ? plies[ply].legal.split(" ").filter((m) => m.startsWith(from)).map((m) => m.slice(2)) : [],
	});

	// answer judges a move that the reader tries. The analysis knows its own lines and the move played; of others it knows that they are
	// not the best.
	function answer(from, to) {
		const p = plies[ply], squares = (l) => l.steps.slice(0, 4), move = from + to;
		if (move === squares(p.lines[0])) return reveal("Right.");
		const known = p.lines.find((l) => squares(l) === move), played = plies[ply + 1].step.slice(0, 4) === move;
		if (known?.good && !played) return reveal(`Right: ${known.san} (${known.score}) is as good.`);
		redraw();
		verdict(!p.legal.split(" ").includes(move) ? `${from}–${to} is not possible here.` : played ? "That was played. Look for a better move." :
			known ? `Another move is better. This one: ${known.san} (${known.score})` : `${from}–${to}: another move is better. Try again.`);
	}

	// verdict says what became of a try.
	function verdict(text) {
		by(".verdict", now).textContent = text;
		say(text);
	}

	// reveal ends a try: it shows the best move on the board, and its line.
	function reveal(text) {
		show(ply, true);
		now.prepend(make("p", { class: "solved" }, text + " ", goButton("try", "Next (t)")));
		const first = by(".step", now);
		if (first) enter(first);
		say(text + " " + (first?.closest(".line").textContent || ""));
	}

	// enter shows the position after a move of a line.
	function enter(b) {
		if (+b.dataset.at !== ply) show(+b.dataset.at, true);
		if (step && step === document.activeElement || now.contains(document.activeElement)) b.focus({ preventScroll: true });
		step?.removeAttribute("aria-current");
		step = b;
		b.setAttribute("aria-current", "true");
		leave.disabled = false;
		draw(Diagram.play(fens[ply], b.dataset.moves), b.dataset.moves.split(" ").pop().slice(0, 4), []);
		balance();
		say("In a line, after " + b.textContent);
	}

	// point shows in the list which move was played last, with what is said of it.
	function point() {
		const old = by(".ply[aria-current]"), link = by(`.ply[href="${address(ply)}"]`), row = link?.closest("li");
		old?.removeAttribute("aria-current");
		if (old) old.tabIndex = -1;
		moves.scrollTop = 0;
		if (!link) return;
		link.setAttribute("aria-current", "true");
		link.tabIndex = 0;
		const last = marked(ply) ? row.nextElementSibling : row, bottom = last.offsetTop + last.offsetHeight, room = moves.clientHeight;
		moves.scrollTop = Math.min(row.offsetTop, Math.max(row.offsetTop - room / 3, bottom - room));
	}

	// solved returns the kind of text that says whether a position was solved.
	const solved = (position) => position.result?.[0] === "✓" ? "solved" : "unsolved";

	// judged says how good the move was that led to a position.
	const judged = (n) => plies[n].mark ? span("small " + MARKS[plies[n].mark], WORDS[plies[n].mark]) : null;

	// time returns a time as clocks show it, "1:02:03" or "2:03", and less than a minute in seconds: "4.2 s".
	function time(seconds) {
		if (seconds < 60) return +seconds.toFixed(1) + " s";
		const s = Math.floor(seconds), two = (n) => String(n % 60).padStart(2, "0");
		return s < 3600 ? Math.floor(s / 60) + ":" + two(s) : Math.floor(s / 3600) + ":" + two(Math.floor(s / 60)) + ":" + two(s);
	}

	// describe writes beside the board what is known of the position.
	function describe() {
		const p = plies[ply], next = marked(ply + 1) && plies[ply + 1], single = !entry().players, parts = [];
		const add = (kind, ...words) => parts.push(make("p", { class: kind }, ...spaced(...words)));
		const turn = (fens[ply].split(" ")[1] === "w" ? "White" : "Black") + " to move";
		const where = ply ? number(ply) + " " + symbol(ply) : single ? turn : "At the start";
		if (trying) {
			now.replaceChildren(make("p", { class: "head strong" }, `${turn}: find a better move than ${number(ply + 1)} ${plies[ply + 1].san}.`),
				make("p", { class: "verdict" }, "Move a piece on the board, or type its squares."), make("p", {}, goButton("reveal", "Show the move")));
			say(now.firstChild.textContent);
			return;
		}
		add("head", span("strong " + MARKS[p.mark || 0], where), span("score", p.score || ""), judged(ply), p.lines && span("soft small", "depth " + p.lines[0].depth));
		if (single && entry().result) add(solved(entry()), entry().result, item.wanted && span("soft small", `(${item.wanted})`));
		if (p.over || p.white === undefined) add("soft", p.over || "not analysed");
		if (next) {
			const move = make("a", { href: address(ply + 1), class: MARKS[next.mark] }, number(ply + 1) + " " + symbol(ply + 1));
			add("line", span("played-key", "played"), move, span("score", next.score), judged(ply + 1), p.legal && goButton("try", "Try it"));
		}
		(p.lines || []).forEach((l, n) => {
			const word = n ? span("soft", "or") : next ? span("best-key", "better") : span("soft", "best");
			parts.push(line(ply, l, word, n || single ? span("score", l.score) : ""));
		});
		if (p.threat) parts.push(line(ply, p.threat, span("threat", "threat"), span("score", p.threat.score)));
		const clock = [p.left !== undefined && time(p.left) + " left", p.spent !== undefined && time(p.spent) + " for the move"].filter((t) => t);
		if (clock.length) add("soft small", "Time: " + clock.join(", "));
		if (item.effort) add("soft small", item.effort);
		now.replaceChildren(...parts);
		say(parts[0].textContent);
	}

	// listMoves fills the list of moves. What was better stands below a move that is marked.
	function listMoves() {
		const rows = [];
		let row = null;
		for (let n = 1; n < plies.length; n++) {
			const white = number(n).split(".").length === 2, p = plies[n], before = plies[n - 1];
			if (white || !row) rows.push(row = make("li", {}, span("soft number", parseInt(number(n)) + "."), white ? "" : span("soft", "…")));
			const label = p.mark ? number(n) + " " + p.san + ", " + WORDS[p.mark] : null;
			row.append(make("a", { href: address(n), tabindex: -1, class: "ply " + MARKS[p.mark || 0], "aria-label": label }, symbol(n), span("soft small", p.score || "")));
			if (!p.mark) continue;
			const scores = [span("score", before.score || ""), "→", span("score", p.score || "")];
			const parts = [make("p", {}, ...spaced(judged(n), p.lost && `−${p.lost.toFixed(1)} points`, ...scores))];
			if (before.lines) parts.push(line(n - 1, before.lines[0], span("best-key", "better")));
			rows.push(make("li", { class: "comment small" }, ...parts));
			row = null;
		}
		moves.replaceChildren(...rows);
		moves.hidden = !rows.length;
	}

	// plot returns a picture of paths, 100 high, over a number of steps, which is stretched to its place.
	function plot(kind, steps, ...paths) {
		const viewBox = `0 0 ${Math.max(steps, 1)} 100`;
		return element("svg", { class: kind, viewBox, preserveAspectRatio: "none", width: "100%", height: "100%", "aria-hidden": "true" },
			...paths.map(([kind, d]) => element("path", { class: kind, d })));
	}

	// areas returns the paths of White's part of the whole, which is below, or above where the report is about Black. Where nothing is known
	// it stays as it was, below a veil.
	function areas(course, above) {
		let last = .5, gaps = "";
		const height = (white) => above ? white : 1 - white;
		const ys = course.map((white) => (100 * height(last = white ?? last)).toFixed(1)), end = course.length - 1;
		for (let i = 1; i <= end; i++) if (course[i] === undefined || course[i - 1] === undefined) gaps += `M${i - 1} 0h1V100h-1Z`;
		const edge = above ? 0 : 100, white = `M0 ${edge}L` + ys.map((y, x) => x + " " + y).join("L") + `V${edge}Z`;
		return [["graph-black", `M0 0H${end}V100H0Z`], ["graph-white", white], ["graph-gap", gaps]];
	}

	// chart returns a picture over the half-moves of the game. Marks and lines on it are not stretched.
	function chart(kind, label, paths, ...marks) {
		const svg = element("svg", { class: "chart " + kind, role: "img", "aria-label": label }, plot("", plies.length - 1, ...paths), ...marks,
			element("line", { class: "cursor", y1: 0, y2: "100%" }));
		svg.addEventListener("click", (e) => {
			const box = svg.getBoundingClientRect();
			show(Math.round((e.clientX - box.left) / box.width * (plies.length - 1)), true);
			bringUp();
		});
		return svg;
	}

	// courseChart returns the chart of the evaluation.
	function courseChart() {
		const last = plies.length - 1, above = side() === 1, percent = (v) => 100 * v + "%", dots = [];
		const course = plies.map((p) => p.white), mine = course.map((v) => above && v !== undefined ? 1 - v : v);
		const across = (kind, y) => element("line", { class: kind, x1: 0, x2: "100%", y1: y, y2: y });
		const lines = contents.levels.map((v, n) => across(n === 2 ? "level even" : "level", percent(1 - v)));
		let every = 5;
		while (last / 2 / every > 10) every *= 2;
		for (let n = 1; n <= last; n++) {
			const x = percent(n / last), full = parseInt(number(n));
			if (full % every === 0 && number(n) === full + ".") {
				lines.push(element("line", { class: "level", x1: x, x2: x, y1: 0, y2: "100%" }), element("text", { x, y: "100%", dx: -3, dy: -4 }, full));
			}
			if (!plies[n].mark) continue;
			const title = element("title", {}, number(n) + " " + symbol(n));
			dots.push(element("circle", { class: "mark " + MARKS[plies[n].mark], cx: x, cy: percent(1 - (mine[n] ?? .5)), r: 5 }, title));
		}
		const known = mine.filter((v) => v !== undefined).map((v) => Math.round(100 * v));
		const label = known.length ? `Evaluation over ${last} half-moves: ${above ? "Black" : "White"}'s expected score is between ${Math.min(...known)} and ` +
			`${Math.max(...known)} per cent, ${known[known.length - 1]} at the end; marked moves: ${dots.length}.` : "Nothing was analysed.";
		return chart("course", label, areas(course, above), ...lines, ...dots);
	}

	// clockChart returns the chart of both players' time and its legend, nothing if no time is known: what their clocks showed, as lines,
	// and how long they thought, as bars, White's upwards and Black's downwards from the middle.
	function clockChart() {
		const moved = plies.slice(1), most = (key) => Math.max(...moved.map((p) => p[key] ?? -1)), left = most("left"), spent = most("spent");
		if (left < 0 && spent < 0) return [];
		const paths = [], words = [], legend = [];
		for (const [color, sign] of [["white", -47], ["black", 47]]) {
			const mine = moved.map((p, i) => ({ ...p, x: i + 1 })).filter((p) => number(p.x).endsWith("...") === (color === "black"));
			const clocks = mine.filter((p) => p.left !== undefined), bars = mine.filter((p) => p.spent !== undefined);
			paths.push(["clock-bars", bars.map((p) => `M${p.x - .9} 50v${(sign * p.spent / (spent || 1)).toFixed(1)}h.8V50Z`).join("")]);
			if (!clocks.length) continue;
			paths.push(["clock-line " + color, "M" + clocks.map((p) => p.x + " " + (97 - 94 * p.left / (left || 1)).toFixed(1)).join("L")]);
			words.push(`${color === "white" ? "White" : "Black"} has ${time(clocks[clocks.length - 1].left)} at the end`);
			legend.push(span("key-line " + color), color === "white" ? " White " : " Black ");
		}
		if (spent >= 0) words.push("longest thought " + time(spent));
		const lines = left >= 0 && `Lines: the clocks, up to ${time(left)}.`;
		const bars = spent >= 0 && `Bars: the time for each move, up to ${time(spent)}; White's point up, Black's down.`;
		return [chart("clocks", "Time over the game: " + words.join(", ") + ".", paths), make("p", { class: "soft small" }, ...spaced(lines, bars), ...legend)];
	}

	// percent and rounded write a figure of a player, which is missing without moves.
	const percent = (v) => v === null ? "–" : v.toFixed(1) + "%", rounded = (v) => v === null ? "–" : v.toFixed(0);
	const mean = (list) => list.reduce((a, b) => a + b) / list.length;

	// simpleTable returns a table with texts as its heads, of which those after the first are above numbers, and rows of cells.
	function simpleTable(kind, heads, rows) {
		const number = (n) => n ? "number" : null, line = (cells) => make("tr", {}, ...cells);
		const cell = (content, n) => make(n ? "td" : "th", { class: number(n), scope: n ? null : "row" }, ...[content].flat());
		const above = heads.map((head, n) => make("th", { scope: "col", class: number(n) }, head));
		return make("table", { class: kind }, make("thead", {}, line(above)), make("tbody", {}, ...rows.map((row) => line(row.map(cell)))));
	}

	// side returns the only player of a game whose moves were judged, 0 for White and 1 for Black; null if it is both or neither.
	function side(e = entry()) {
		const [white, black] = (e.players || []).map((p) => p.moves > 0);
		return white === black ? null : +black;
	}

	// turn puts the side below that the reader has chosen; without a choice the one whose moves were judged.
	function turn() {
		flipped = chosen ?? side() === 1;
		flip.setAttribute("aria-pressed", flipped);
	}

	// start returns the position that a game opens at: the first one, or in a report of one player's moves, the one before their first
	// marked move.
	function start() {
		const all = [...plies.keys()], known = (n) => plies[n].white !== undefined;
		const first = all.find((n) => known(n) && marked(n + 1));
		return side() === null && known(0) ? 0 : first ?? all.find(known) ?? 0;
	}

	// site returns the name of the site of an address, "" if the browser takes it for none.
	function site(address) {
		try {
			return new URL(address).hostname.replace("www.", "");
		} catch {
			return "";
		}
	}

	// head writes the title of the game or position, and how both played.
	function head() {
		const e = entry(), players = e.players || [], both = players.map((p) => [name(p.name), p.elo && span("soft elo", ` (${p.elo})`)]);
		const game = () => [...both[0], span("soft", " – "), ...both[1], " ", span("result", e.result)];
		by("#title").replaceChildren(...(players.length ? game() : [name(e.name || e.id.replace("p", "Position "))]));
		const link = e.link && site(e.link) && make("a", { href: e.link, target: "_blank", rel: "noreferrer" }, site(e.link));
		by("#event").replaceChildren(...joined([...occasion(e).map(whole), link].filter((part) => part), " · "));
		by("#opening").textContent = e.opening || "";
		by("#cut").textContent = e.cut || "";
		const heads = ["Player", "Accuracy", make("abbr", { title: "Average loss" }, "Loss"), ...[1, 2, 3].map((m) => make("abbr", { title: WORDS[m], class: MARKS[m] }, SYMBOLS[m]))];
		const rows = players.map((p, c) => [
			span("side-name", make("span", { class: "disc disc-" + ["white", "black"][c], "aria-hidden": "true" }), name(p.name)),
			...(p.moves ? [percent(p.accuracy), rounded(p.loss), ...[1, 2, 3].map((m) => span(p.marks[m] ? MARKS[m] : "soft", p.marks[m]))] : Array(5).fill("–")),
		]);
		by("#players").replaceChildren(...(plies.length > 1 ? [simpleTable("", heads, rows)] : []));
		const count = contents.entries.length;
		document.title = count > 1 ? `${count} ${players.length ? "games" : "positions"} · Chess analysis` : by("#title").textContent;
		by("#number").textContent = `${shown + 1} of ${count}`;
		for (const b of all("[data-turn]")) b.disabled = !contents.entries[shown + +b.dataset.turn];
	}

	// charts draws the charts of a game.
	function charts() {
		const caption = `Expected score of ${side() === 1 ? "Black" : "White"}; lines at equality and leads of one and three pawns.`;
		by("#charts").replaceChildren(...(plies.length > 1 ? [courseChart(), make("figcaption", { class: "soft small" }, caption), ...clockChart()] : []));
	}

	// attempt draws a part of the page. A fault in it, which a game has provoked, does not keep the reader from the rest.
	function attempt(part) {
		try {
			part();
		} catch (fault) {
			console.error(fault);
		}
	}

	// open shows a game or position after n half-moves, undefined for where it begins to be of interest.
	async function open(index, n) {
		if (index !== shown) {
			const packs = all("template.pack"), pack = packs.findIndex((t) => index <= +t.dataset.last);
			const first = pack ? +packs[pack - 1].dataset.last + 1 : 0;
			wanted = index;
			const data = (await inflate(packs[pack]))[index - first];
			if (wanted !== index) return; // another one has been asked for
			shown = index;
			item = data;
			plies = item.plies;
			fens = [item.fen];
			for (const p of plies.slice(1)) fens.push(Diagram.play(fens[fens.length - 1], p.step));
			by("#main").classList.toggle("single", plies.length === 1);
			by("#main").hidden = false;
			turn();
			for (const part of [head, listMoves, charts]) attempt(part);
			by("#pgn").value = item.pgn || "";
			by("#pgn").closest("p").hidden = !item.pgn;
			for (const table of tables) table.point();
		}
		show(n ?? start(), false);
		by("#main").setAttribute("aria-busy", "false");
	}
	let wanted;

	// follow goes where the address of the page points, "#g2p31" or "#p4", and returns false if that is nowhere.
	async function follow(hash = location.hash) {
		const [, id, n] = hash.match(/^#(g\d+|p\d+)(?:p(\d+))?$/) || [], index = contents.entries.findIndex((e) => e.id === id);
		if (listRow(hash)) {
			if (!item) await open(0);
			return true;
		}
		if (index < 0) return false;
		await open(index, n && +n);
		bringUp();
		return true;
	}

	// visit makes hash the address of the page and goes there.
	function visit(hash) {
		try {
			history.pushState(null, "", hash);
		} catch {
			// too many in a short time
		}
		follow(hash);
	}

	// go carries out a button or a key, and returns false if there is nothing to do.
	function go(what) {
		if (step && ["back", "on", "last"].includes(what)) {
			const line = all(".step", step.closest(".line")), n = line.indexOf(step), last = line.length - 1;
			const next = line[{ back: n - 1, on: Math.min(n + 1, last), last }[what]];
			return next ? enter(next) : show(ply, false);
		}
		const bad = [...plies.keys()].filter((n) => marked(n + 1) && (what !== "try" || plies[n].legal)), later = bad.find((n) => n > ply) ?? bad[0], earlier = bad.findLast((n) => n < ply);
		switch (what) {
		case "try": {
			const n = !trying && !step && plies[ply].legal ? ply : later; // this one, or the next
			return n === undefined ? false : show(n, true, true);
		}
		case "reveal": return trying ? reveal("The best move:") : false;
		case "first": return show(step ? ply : 0, true);
		case "back": return show(ply - 1, true);
		case "on": return plies.length > 1 ? show(ply + 1, true) : go("better");
		case "last": return show(plies.length - 1, true);
		case "worse": return show(later ?? ply, true);
		case "earlier": return show(earlier ?? ply, true);
		case "leave": return step || trying ? show(ply, false) : false;
		case "better": {
			const first = by(".ply[aria-current]")?.closest("li").nextElementSibling, b = marked(ply) ? by(".step", first) : by(".step", now);
			return b ? enter(b) : false;
		}
		case "flip":
			chosen = !flipped;
			turn();
			return step ? enter(step) : show(ply, false, trying);
		}
	}

	// copy puts the text of a field on the clipboard. Where the browser does not allow that, it selects the text.
	async function copy(b) {
		const field = by("input, textarea", b.parentElement);
		field.select();
		let done = "Copied";
		try {
			await navigator.clipboard.writeText(field.value);
		} catch {
			done = "Selected";
		}
		say(b.textContent = done);
		setTimeout(() => b.textContent = "Copy", 2000);
	}

	// compare orders numbers by size and texts by the alphabet; what is missing comes last.
	function compare(a, b, direction) {
		if (a === null || b === null) return (a === null) - (b === null);
		return direction * (typeof a === "number" ? a - b : a.localeCompare(b));
	}

	// Table is a table of rows that can be sorted, searched, and read page by page. A column has a head, a kind, a value to sort by, and a
	// function that returns the content of a cell.
	class Table {
		constructor(kind, columns, rows, text, hint = "") {
			Object.assign(this, { columns, rows, text, found: rows, page: 0, body: make("tbody", {}) });
			const heads = columns.map((c) => {
				const b = button("sort", c.head), th = make("th", { scope: "col", class: c.kind }, b);
				if (c.value) b.addEventListener("click", () => this.sort(c, th));
				return c.value ? th : make("th", { scope: "col", class: c.kind }, c.head);
			});
			this.table = make("table", { class: kind }, make("thead", {}, make("tr", {}, ...heads)), this.body);
			this.pages = make("p", { class: "pages" }, ...[[-1, "Earlier"], [0, ""], [1, "Later"]].map(([n, word]) => {
				const b = n ? button("", word) : span("soft");
				if (n) b.addEventListener("click", () => this.show(this.page + n));
				return b;
			}));
			this.input = make("input", { type: "search", autocomplete: "off", spellcheck: "false", placeholder: hint });
			this.input.addEventListener("input", () => this.search(this.input.value));
			this.count = make("span", { class: "soft small found", "aria-live": "polite" });
			const find = make("p", { class: "find" }, make("label", {}, "Search ", this.input), " ", this.count);
			this.nodes = [find, make("div", { class: "scroll" }, this.table), this.pages];
			this.show(0);
		}

		sort(column, th) {
			const was = th.ariaSort, down = was ? was === "ascending" : column.kind.includes("number");
			for (const other of all("th", th.parentElement)) other.ariaSort = null;
			th.ariaSort = down ? "descending" : "ascending";
			this.rows.sort((a, b) => compare(column.value(a), column.value(b), down ? -1 : 1));
			this.search(this.input.value, this.has);
		}

		// search shows the rows that contain all words, or those of which has is true.
		search(text, has) {
			const words = this.words = text.toLowerCase().split(/\s+/).filter((w) => w);
			this.input.value = text;
			this.has = has;
			this.found = this.rows.filter(has || ((r) => words.every((w) => this.text(r).toLowerCase().includes(w))));
			this.count.textContent = words.length ? this.found.length + " of " + this.rows.length : "";
			this.show(0);
		}

		show(page) {
			const size = 100, last = Math.max(Math.ceil(this.found.length / size) - 1, 0), first = size * (this.page = page);
			const cell = (c, row) => {
				const heads = c.kind === "name";
				return make(heads ? "th" : "td", { class: c.kind, scope: heads ? "row" : null }, ...[c.cell(row)].flat());
			};
			this.part = this.found.slice(first, first + size);
			this.body.replaceChildren(...this.part.map((row) => make("tr", {}, ...this.columns.map((c) => cell(c, row)))));
			const [earlier, text, later] = this.pages.children;
			this.pages.hidden = !last;
			text.textContent = `${first + 1}–${first + this.part.length} of ${this.found.length}`;
			earlier.disabled = !page;
			later.disabled = page === last;
			this.point();
		}

		// point shows which game or position is on the board.
		point() {
			this.part.forEach((row, n) => {
				this.body.rows[n].ariaCurrent = row === entry() ? "true" : null;
			});
		}
	}
	const tables = [];
	const below = (...parts) => parts[0] ? [make("bdi", { class: "soft small" }, ...joined(parts.map(whole), " · "))] : []; // the title in a list

	// gameTable returns the list of the games.
	function gameTable(games) {
		const title = (g) => make("a", { href: "#" + g.id }, name(g.players[0].name), " – ", name(g.players[1].name));
		// Both players' figures, or those of the one whose moves were judged.
		const both = (head, kind, write, value) => {
			const values = (g) => g.players.map((p) => p.moves ? value(p) : null), only = (g) => side(g) === null ? values(g) : [values(g)[side(g)]];
			return { head, kind, value: (g) => figure(g, values(g)), cell: (g) => only(g).map(write).join(" / ") };
		};
		// points returns twice what White won, or the player whose moves were judged; null without a result.
		const points = (g) => {
			const n = ["0–1", "½–½", "1–0"].indexOf(g.result);
			return n < 0 ? null : side(g) ? 2 - n : n;
		};
		const outcome = (g) => {
			const word = side(g) === null ? "" : ["lost", "drawn", "won"][points(g)];
			return [g.result, word && span("outcome " + word, word)];
		};
		const table = new Table("games", [
			{ head: "No.", kind: "number", value: (g) => +g.id.slice(1), cell: (g) => g.id.slice(1) },
			{ head: "Game", kind: "name", value: (g) => g.players[0].name, cell: (g) => [title(g), ...below(g.opening), ...below(...occasion(g))] },
			{ head: "Result", kind: "number", value: points, cell: outcome },
			{ head: "Moves", kind: "number also", value: (g) => g.moves || 0, cell: (g) => g.moves || 0 },
			{ head: "Course", kind: "also", cell: (g) => g.course ? [plot("spark", g.course.length - 1, ...areas(g.course, side(g) === 1))] : "" },
			both("Accuracy", "number", percent, (p) => p.accuracy),
			both("Average loss", "number also", rounded, (p) => p.loss),
			both("Blunders", "number also", rounded, (p) => p.marks[3]),
			...(contents.player ? [{ head: "Points lost", kind: "number", value: (g) => g.lost ?? null, cell: (g) => g.lost?.toFixed(0) }] : []),
		], games, (g) => [g.players[0].name, "–", g.players[1].name, g.event, g.opening].join(" "), "player, event, opening");

		// figure returns what a game is sorted by, of both players' figures: that of the player who is searched, else the mean.
		function figure(g, both) {
			const words = table.words || [], found = g.players.map((p) => words.length > 0 && words.every((w) => p.name.toLowerCase().includes(w)));
			if (side(g) === null && found[0] !== found[1]) return both[found[0] ? 0 : 1];
			const known = both.filter((v) => v !== null);
			return known.length ? mean(known) : null;
		}
		return table;
	}

	// positionTable returns the list of the single positions.
	function positionTable(positions) {
		const title = (p) => make("a", { href: "#" + p.id }, name(p.name || "Position " + p.id.slice(1)));
		const small = (p) => {
			const svg = element("svg", { class: "board small-board", viewBox: "0 0 8 8" });
			Diagram.draw(svg, Diagram.squares(p.board), {});
			return svg;
		};
		const columns = [
			{ head: "No.", kind: "number", value: (p) => +p.id.slice(1), cell: (p) => p.id.slice(1) },
			{ head: "Board", kind: "", cell: (p) => [small(p)] },
			{ head: "Position", kind: "name", value: (p) => p.name || "", cell: (p) => [title(p), ...below(p.event)] },
			{ head: "Score", kind: "number", cell: (p) => p.score || "" },
			{ head: "Best line", kind: "also", cell: (p) => p.line || "" },
		];
		const result = { head: "Solved", kind: "", value: (p) => p.result || "", cell: (p) => span(solved(p), p.result || "") };
		if (positions.some((p) => p.result)) columns.splice(3, 0, result);
		return new Table("positions", columns, positions, (p) => [p.name, p.event, p.result].join(" "), "name, file, solved");
	}

	// bar returns a bar of parts, which are a kind and a width in per cent, from the left or with the class from-right from the right.
	function bar(kind, ...parts) {
		let x = 0;
		return element("svg", { class: kind, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
			...parts.map(([kind, width]) => element("rect", { class: kind, x: (x += width) - width, width, height: 10 })));
	}

	// groupTable returns a table of the summary.
	function groupTable(g, games) {
		const shares = (r) => r.results.map((n) => 100 * n / (r.results[0] + r.results[1] + r.results[2])); // NaN without a result
		const score = (r) => {
			const [won, drawn] = shares(r);
			return isNaN(won) ? null : won + drawn / 2;
		};
		const results = (r) => score(r) === null ? "" : bar("bar", ...["won", "drawn", "lost"].map((kind, n) => [kind, shares(r)[n]]));
		const family = (game) => (game.opening || "").replace(/^[A-E]\d\d /, "").split(/[:,]/)[0].trim();
		const link = (r, title, act) => {
			const b = button("link", name(r.name));
			b.title = title;
			b.addEventListener("click", act);
			return b;
		};
		const search = (r) => link(r, "Show the games", () => {
			const own = r.name.split(" / "), has = (game) => g.what === "Player" ? game.players.some((p) => p.name === r.name || own.includes(p.name)) : family(game) === r.name;
			games.search(r.name, games.rows.some(has) ? has : undefined); // else by its words
			games.input.scrollIntoView({ block: "center" });
			games.input.focus({ preventScroll: true });
		});
		const open = (r) => link(r, "Show the moves", () => visit(rowAddress(g, r)));
		const figure = (head, key, write = (v) => v) => ({ head, kind: "number", value: (r) => r[key], cell: (r) => write(r[key]) });
		const columns = [
			{ head: g.what, kind: "name", value: (r) => r.name, cell: (r) => [g.search ? search(r) : r.at ? open(r) : name(r.name)] },
			figure("Games", "games"),
			{ head: "Score", kind: "number", value: score, cell: (r) => [percent(score(r)), results(r)] },
			figure("Accuracy", "accuracy", percent),
			figure("Loss", "loss", rounded),
			figure("Moves", "moves"),
			figure("Blunders", "blunders"),
			{ head: "Points lost", kind: "number", value: (r) => r.lost, cell: (r) => [percent(r.lost), bar("bar", ["often", r.lost])] },
		].filter((c) => (c.head !== "Score" || g.scores) && !(g.mistakes ? ["Accuracy", "Loss"] : ["Moves"]).includes(c.head));
		const table = new Table("stats", columns, g.rows, (r) => r.name);
		const more = g.more ? make("p", { class: "soft small" }, `and ${g.more} more with fewer games`) : "";
		g.list = make("div", { class: "row-moves", tabindex: -1 });
		return make("section", {}, make("h3", {}, g.title), table.nodes[1], more, g.list);
	}

	// rowAddress returns the address of a row's moves. listRow lists those of the address, and returns false if there are none.
	const rowAddress = (g, r) => "#t" + contents.summary.indexOf(g) + "r" + g.rows.map((other) => other.name).sort().indexOf(r.name);
	function listRow(hash) {
		let found = false;
		for (const g of contents.summary || []) {
			const r = g.rows.find((other) => rowAddress(g, other) === hash);
			g.list.replaceChildren();
			if (!r || !r.at) continue;
			const players = (id) => contents.entries.find((e) => e.id === id.split("p")[0]).players.map((p) => p.name).join(" – ");
			g.list.append(make("h4", {}, r.name + ": the " + (r.at.length > 1 ? "marked moves that lost most, the worst first" : "marked move")),
				make("ul", {}, ...r.at.map(([id, move]) => make("li", {}, make("a", { href: "#" + id }, move), " ", span("soft", players(id))))));
			unfold(true);
			g.list.scrollIntoView({ block: "nearest" });
			g.list.focus({ preventScroll: true });
			found = true;
		}
		return found;
	}

	// trend returns a chart of the accuracy of one player from game to game: a dot for each, and a line for the mean of the last five.
	function trend(games) {
		const known = games.filter((g) => side(g) !== null && g.players[side(g)].moves), all = known.map((g) => g.players[side(g)].accuracy);
		if (all.length < 3) return [];
		const least = Math.max(10 * Math.floor((Math.min(...all) - 5) / 10), 0), x = (n) => 100 * n / (all.length - 1) + "%", y = (v) => 100 * (100 - v) / (100 - least);
		const recent = (n) => mean(all.slice(Math.max(n - 4, 0), n + 1)), line = all.map((_, n) => n + " " + y(recent(n)).toFixed(1));
		const dots = known.map((g, n) => element("circle", { class: "game", cx: x(n), cy: y(all[n]) + "%", r: 3.5 }, element("title", {}, `Game ${g.id.slice(1)}: ${percent(all[n])}`)));
		const levels = [100, (100 + least) / 2, least].flatMap((v) => [element("line", { class: "level", x1: 0, x2: "100%", y1: y(v) + "%", y2: y(v) + "%" }),
			element("text", { x: "100%", y: y(v) + "%", dy: v === least ? -4 : 12, dx: -3 }, v + "%")]);
		const label = `Accuracy over ${all.length} games: ${percent(recent(all.length - 1))} in the last ${Math.min(all.length, 5)}.`;
		const svg = element("svg", { class: "chart trend", role: "img", "aria-label": label }, plot("", all.length - 1, ["clock-line white", "M" + line.join("L")]), ...levels, ...dots);
		return [make("h3", {}, "Accuracy from game to game"), svg, make("p", { class: "soft small" }, "A dot is a game; the line is the mean of the last five.")];
	}

	// listAll fills the part of the page that unfolds: the tables of all games and positions.
	function listAll() {
		const games = contents.entries.filter((e) => e.players), positions = contents.entries.filter((e) => !e.players), parts = [];
		const counted = (list, word) => list.length ? list.length + " " + word + (list.length > 1 ? "s" : "") : "";
		const [won, total] = (contents.suites || []).filter((s) => !s.part).reduce(([won, total], s) => [won + s.solved, total + s.total], [0, 0]);
		const words = [counted(games, "game"), counted(positions, "position"), total ? `${won} of ${total} solved` : ""];
		by("#unfold").append((contents.notice ? "" : "All ") + words.filter((t) => t).join(", "));
		if (contents.suites) {
			const rows = contents.suites.map((s) => [s.part ? span("part", name(s.name)) : name(s.name), s.solved, s.total, (100 * s.solved / s.total).toFixed(1)]);
			parts.push(simpleTable("suites", ["Suite", "Solved", "of", "%"], rows));
		}
		if (games.length) tables.push(gameTable(games));
		if (positions.length) tables.push(positionTable(positions));
		const lists = tables.flatMap((table) => table.nodes);
		if (contents.summary) {
			const groups = make("div", { class: "groups" }, ...contents.summary.map((g) => groupTable(g, tables[0])));
			const words = make("p", { class: "soft small" }, contents.player ? "" : "Score is the player's, or White's if the moves of both count: ",
				...["won", "drawn", "lost"].flatMap((kind) => [span("key-box " + kind), " " + kind + " "]),
				make("br"), "Points lost is a row's share of the chances that the moves in its table lost. How games ended: “when” " +
				"says how the player stood.");
			if (contents.player) parts.push(make("h2", {}, "Where ", name(contents.player), " loses points"), groups, words, ...trend(games), make("h3", {}, "Games"), ...lists);
			else parts.push(...lists, groups, words);
		} else {
			parts.push(...lists);
		}
		by("#index").append(...parts);
		by("#choice").hidden = false;
	}

	// unfold shows or hides the tables.
	function unfold(whether) {
		by("#index").hidden = !whether;
		by("#unfold").setAttribute("aria-expanded", whether);
	}

	// Letters are keys only while the page as a whole or the board with what is beside it has the focus.
	const KEYS = { t: "try", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", Escape: "leave", n: "worse", p: "earlier", f: "flip", b: "better" };
	document.addEventListener("keydown", (e) => {
		const what = KEYS[e.key], plain = !e.ctrlKey && !e.altKey && !e.metaKey && !e.target.closest("input, textarea, button, a, summary");
		if (trying && plain && (input.arrow(e.key) || lettersAreKeys() && e.key.length === 1 && input.type(e.key))) return e.preventDefault();
		if (!what || !item || e.ctrlKey || e.altKey || e.metaKey || e.key.length === 1 && !lettersAreKeys()) return;
		if (![document.body, by("#main")].includes(e.target) && !e.target.closest(".viewer") || go(what) === false) return;
		e.preventDefault();
		bringUp();
	});
	document.addEventListener("click", (e) => {
		const b = e.target.closest("button"), link = e.target.closest("a[href^='#']:not(.skip)");
		if (b?.dataset.go) go(b.dataset.go), bringUp();
		else if (b?.dataset.turn) visit("#" + contents.entries[shown + +b.dataset.turn].id);
		else if (b?.matches(".step")) enter(b);
		else if (b?.matches(".copy button")) copy(b);
		else if (b?.id === "unfold") unfold(by("#index").hidden);
		if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
		e.preventDefault(); // a position is shown on the board rather than scrolled to
		if (link.closest("#index")) unfold(false), scrollTo(0, 0), live.focus({ preventScroll: true });
		visit(link.hash);
	});
	// begin shows what a page without an address begins with.
	async function begin() {
		await open(0);
		unfold(Boolean(contents.player && contents.summary));
		if (by("#index").hidden && innerHeight < 500) bringUp(); // a phone held sideways
	}
	addEventListener("popstate", async () => await follow() || location.hash || begin());
	addEventListener("hashchange", () => follow());

	(async () => {
		contents = await inflate(by("#contents"));
		by("#notice").textContent = contents.notice;
		if (!contents.entries) return by("#main").setAttribute("aria-busy", "false");
		by("#notice").hidden = !contents.notice;
		if (contents.entries.length > 1) listAll();
		await follow() || begin();
	})();
})();
