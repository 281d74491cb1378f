// What neither the browser nor htmx does: keys on Review, "/" for search, tick all, copy a token, report a failed action.
(() => {
  const cards = () => [...document.querySelectorAll("[data-queue] [data-proposal]")];
  let current = -1; // index of the current question; -1 without one
  let currentId = null;
  let usesKeys = false; // then the focus follows the current question

  function choose(index, { focus = true } = {}) {
    const all = cards();
    for (const card of all) card.removeAttribute("data-current");
    if (!all.length) { current = -1; currentId = null; return; }
    current = Math.max(0, Math.min(index, all.length - 1));
    const card = all[current];
    currentId = card.id;
    card.setAttribute("data-current", "");
    if (focus) { card.focus({ preventScroll: true }); card.scrollIntoView({ block: "nearest" }); }
  }

  // At first y and n answer the first question. On a touch screen, without keys, no question is marked.
  const start = () => { if (matchMedia("(hover: hover)").matches) choose(0, { focus: false }); };

  // After the queue is redrawn, stay on the same question, or on the one that took its place.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.target.closest?.("[data-queue]")) return;
    if (current < 0) return start();
    const index = cards().findIndex((card) => card.id === currentId);
    const focusIsLost = !document.activeElement || document.activeElement === document.body;
    choose(index >= 0 ? index : current, { focus: focusIsLost && usesKeys });
  });

  const isTextField = (element) => element.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    const search = document.querySelector('[data-key="/"]');
    if (event.key === "/" && search) { event.preventDefault(); search.focus(); return; }
    const all = cards();
    if (!all.length || !"jkyne".includes(event.key)) return;
    usesKeys = true;
    if (event.key === "j") return choose(current + 1);
    if (event.key === "k") return choose(current < 0 ? 0 : current - 1);
    const target = all[current]?.querySelector(`[data-key="${event.key}"]`);
    if (target) { event.preventDefault(); target.click(); }
  });

  document.addEventListener("focusin", (event) => {
    const card = event.target.closest?.("[data-queue] [data-proposal]");
    if (card && card.id !== currentId) { usesKeys = true; choose(cards().indexOf(card), { focus: false }); }
  });

  start();

  // Report an action that got no answer. A poll without an answer just polls again.
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(failure, (event) => {
      if (event.detail.requestConfig.verb === "get") return;
      document.getElementById("notices")?.replaceChildren(document.getElementById("failed").content.cloneNode(true));
    });
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-tick-all]")) return;
    for (const box of event.target.form.querySelectorAll('[name="memory"]')) box.checked = event.target.checked;
  });

  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent));
  }
})();
