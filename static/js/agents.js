// The squares and menus of the Agents page: Escape or a click elsewhere closes them.
(() => {
  const OPEN = "#matrix details[name][open]";

  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector(OPEN);
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  document.addEventListener("click", (event) => {
    for (const open of document.querySelectorAll(OPEN)) if (!open.contains(event.target)) open.open = false;
  });
})();
