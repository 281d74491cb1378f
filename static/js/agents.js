// The squares and menus of the Agents page: Escape or a click elsewhere closes them; a redraw keeps the focus.
(() => {
  const OPEN = "#matrix details[name][open]";
  let focusOn = "";

  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector(OPEN);
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  document.addEventListener("click", (event) => {
    for (const open of document.querySelectorAll(OPEN)) if (!open.contains(event.target)) open.open = false;
  });

  // The table is drawn anew after every change. The pressed button is gone then; the focus goes to its square.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "matrix") return;
    focusOn = document.activeElement.closest("#matrix details")?.querySelector("summary").id ?? "";
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id === "matrix" && focusOn) document.getElementById(focusOn)?.focus({ preventScroll: true });
  });
})();
