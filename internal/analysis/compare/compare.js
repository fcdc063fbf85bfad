"use strict";

// The script hides the changes whose best move is the same, and steps through the others with the keyboard.
(() => {
	document.documentElement.classList.add("live-script");
	const list = document.querySelector(".changes");
	if (!list) return;
	const filter = document.querySelector(".filter");
	filter.hidden = false;
	filter.querySelector("input").addEventListener("change", (e) => list.classList.toggle("only-best", e.target.checked));

	// step goes to the change that is so many behind the present one, of those that are shown.
	function step(by) {
		const shown = [...list.children].filter((li) => getComputedStyle(li).display !== "none");
		const now = document.activeElement.closest(".change"), at = shown.indexOf(now);
		const next = shown[at < 0 ? 0 : at + by];
		if (next) next.focus();
	}

	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey) return;
		if (e.key === "n") step(1);
		if (e.key === "p") step(-1);
	});
})();
