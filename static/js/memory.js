// The keys of one memory (y, n, e, p), and menus that close with Escape or a click beside them.
(() => {
  const isTextField = (element) => element.closest("input, textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const open = document.querySelector("[data-menu][open]");
      if (open) { open.open = false; open.querySelector("summary").focus(); }
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    if (!/^[a-z]$/.test(event.key)) return;
    const target = document.querySelector(`[data-verbs] [data-key="${event.key}"]`);
    if (target) { event.preventDefault(); target.click(); }
  });

  document.addEventListener("click", (event) => {
    for (const open of document.querySelectorAll("[data-menu][open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
  });
})();
