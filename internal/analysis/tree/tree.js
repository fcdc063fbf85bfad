// The script shows the position of the chosen line on the board, and lets the arrow keys walk through a tree.
(() => {
	const stage = document.querySelector(".stage"), board = stage.querySelector("svg"), where = stage.querySelector(".where");
	const root = Diagram.squares(stage.dataset.placement), title = where.innerHTML;
	Diagram.draw(board, root, {});

	// parentRow returns the row that a row hangs below, null for the root of a tree.
	function parentRow(row) {
		const inside = row.tagName === "SUMMARY" ? row.parentElement.parentElement : row.parentElement;
		const above = inside.closest("details");
		return above && above.firstElementChild;
	}

	// line returns the rows from the root of the tree to row.
	function line(row) {
		const rows = [];
		for (let r = row; r; r = parentRow(r)) rows.unshift(r);
		return rows;
	}

	const text = (row, selector) => (row.querySelector(selector) || { textContent: "" }).textContent;

	// moved returns the squares between which a piece has moved, the king where it castles; "" if they are not two.
	function moved(before, changes) {
		const isKing = (piece) => "Kk".includes(piece), filled = changes.filter((c) => c[2] !== ".");
		const target = filled.find((c) => isKing(c[2])) || filled[0];
		if (!target) return "";
		const own = (piece) => piece && (piece < "a") === (target[2] < "a"), squares = changes.map((c) => c.slice(0, 2)).filter((s) => own(before[s]));
		const from = squares.find((s) => isKing(before[s])) || squares.find((s) => changes.includes(s + "."));
		return from ? from + target.slice(0, 2) : "";
	}

	function choose(row) {
		for (const old of document.querySelectorAll(".row[aria-current]")) old.removeAttribute("aria-current");
		row.setAttribute("aria-current", "true");
		const pieces = { ...root }, rows = line(row);
		let trace = "";
		for (const r of rows) {
			const changes = r.dataset.changes.match(/[a-h][1-8]./g) || [], before = { ...pieces };
			for (const c of changes) {
				if (c[2] === ".") delete pieces[c.slice(0, 2)];
				else pieces[c.slice(0, 2)] = c[2];
			}
			trace = moved(before, changes);
		}
		Diagram.draw(board, pieces, { trace });
		if (rows.length === 1) return void (where.innerHTML = title);
		const moves = document.createElement("p"), facts = document.createElement("p");
		moves.className = "line";
		moves.textContent = rows.slice(1).map((r) => text(r, ".move")).join(" ");
		facts.className = "small";
		facts.textContent = `Move number ${text(row, ".order")} in order, window ${text(row, ".bounds")}: worth ${text(row, ".score")} for ${row.querySelector(".disc").title}, ${text(row, ".verdict").replace("★ ", "the best move, ")}.`;
		where.replaceChildren(moves, facts);
	}

	for (const tree of document.querySelectorAll(".tree")) {
		const rows = [...tree.querySelectorAll(".row")];
		const visible = () => rows.filter((r) => line(r).slice(0, -1).every((above) => above.parentElement.open));
		let active = rows[0];
		rows.forEach((r) => r.setAttribute("tabindex", r === active ? "0" : "-1"));

		function focus(row) {
			if (!row) return;
			active.setAttribute("tabindex", "-1");
			active = row;
			row.setAttribute("tabindex", "0");
			row.focus();
			choose(row); // a window without the focus reports none
		}

		tree.addEventListener("focusin", (e) => {
			const row = e.target.closest(".row");
			if (!row) return;
			active.setAttribute("tabindex", "-1");
			(active = row).setAttribute("tabindex", "0");
			choose(row);
		});
		tree.addEventListener("click", (e) => {
			const row = e.target.closest(".row");
			if (row) focus(row);
		});
		tree.addEventListener("keydown", (e) => {
			const row = e.target.closest(".row");
			if (!row || e.ctrlKey || e.altKey || e.metaKey) return;
			const folded = row.tagName === "SUMMARY" ? row.parentElement : null, list = visible(), at = list.indexOf(row);
			switch (e.key) {
			case "ArrowDown": focus(list[at + 1]); break;
			case "ArrowUp": focus(list[at - 1]); break;
			case "ArrowRight":
				if (folded && !folded.open) folded.open = true;
				else if (folded) focus(folded.querySelector(":scope > ul .row"));
				break;
			case "ArrowLeft":
				if (folded && folded.open) folded.open = false;
				else focus(parentRow(row));
				break;
			case "Home": focus(list[0]); break;
			case "End": focus(list[list.length - 1]); break;
			default: return;
			}
			e.preventDefault();
		});
	}
})();
