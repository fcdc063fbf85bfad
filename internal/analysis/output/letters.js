// lettersAreKeys reports whether letters and digits are keys: a box in the page switches them off, and the browser remembers it.
const lettersAreKeys = (() => {
	const box = document.querySelector(".letters input"), root = document.documentElement;
	const follow = () => root.classList.toggle("letters-off", !box.checked);
	box.addEventListener("change", follow);
	try {
		box.checked = localStorage.getItem("letters") !== "off";
		box.addEventListener("change", () => localStorage.setItem("letters", box.checked ? "on" : "off"));
	} catch {
		// a browser that stores nothing forgets the choice
	}
	follow();
	return () => box.checked;
})();
