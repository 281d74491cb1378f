// What neither the browser nor htmx does on every page: keys, notices and menus that close, tick all, a failed action.
(() => {
  const isTextField = (element) => element.closest?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]");
  const PLACES = { r: 0, m: 1, a: 2, h: 3, s: 4 };
  const GO_WITHIN = 1500; // milliseconds between "g" and the place
  const NOTICE_STAYS = 10000; // milliseconds
  let goUntil = 0;

  // For the other scripts too: whether a press is a single key, and whether a "g" was pressed just before it.
  const areOff = () => document.querySelector("#nav[data-keys=off]");
  const isKey = (event) => !(event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target) || areOff());
  const isGoing = () => Date.now() < goUntil;
  window.singleKeys = { isKey, isGoing };

  // The button for a key: of the current question, else of the page itself.
  function buttonFor(key) {
    const wanted = `[data-key="${CSS.escape(key)}"]`;
    const current = document.querySelector("[data-item][data-current]");
    return current?.querySelector(wanted) ?? [...document.querySelectorAll(`main ${wanted}`)].find((button) => !button.closest("[data-item]"));
  }

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector(".menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); return; }
    if (event.defaultPrevented || !isKey(event)) return;
    const key = event.key;
    if (isGoing() && key in PLACES) {
      goUntil = 0;
      document.querySelectorAll("#nav a")[PLACES[key]]?.click();
      return;
    }
    if (key === "g") { goUntil = Date.now() + GO_WITHIN; return; }
    if (event.repeat) return; // a key that is held says nothing to the next question
    if (key === "?") { document.getElementById("keys")?.togglePopover?.(); return; }
    if (key === "/") {
      const search = document.querySelector('[data-key="/"]');
      event.preventDefault();
      if (search) search.focus(); else document.querySelectorAll("#nav a")[PLACES.m]?.click();
      return;
    }
    if (key === "u") { document.querySelector("#notices [data-undo]")?.click(); return; }
    if (!/^[a-z0-9]$/.test(key)) return;
    const button = buttonFor(key);
    if (button) { event.preventDefault(); button.click(); }
  });

  // A notice goes after ten seconds, unless it is a warning or somebody is at it.
  const timers = new WeakMap();
  function watch(notice) {
    if (notice.dataset.tone === "warn" || timers.has(notice)) return;
    const leave = () => (notice.matches(":hover, :focus-within") ? start() : notice.remove());
    const start = () => timers.set(notice, setTimeout(leave, NOTICE_STAYS));
    start();
  }
  const notices = document.getElementById("notices");
  if (notices) {
    const watchAll = () => notices.querySelectorAll(".notice").forEach(watch);
    new MutationObserver(watchAll).observe(notices, { childList: true });
    watchAll();
  }
  document.addEventListener("click", (event) => {
    const closed = event.target.closest?.("[data-close]");
    if (closed) closed.closest(".notice")?.remove();
    for (const open of document.querySelectorAll(".menu[open]")) if (!open.contains(event.target)) open.open = false;
  });

  // Report an action that got no answer. A poll without an answer just polls again.
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(failure, (event) => {
      if (event.detail.requestConfig.verb === "get") return;
      notices?.replaceChildren(document.getElementById("failed").content.cloneNode(true));
    });
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-tick-all]")) return;
    for (const box of event.target.form.querySelectorAll('[name="memory"]')) box.checked = event.target.checked;
  });
})();
