// What neither the platform nor htmx does: keys on Review, "/" for search, tick all, copy a token, say when a verb failed.
(() => {
  const cards = () => [...document.querySelectorAll("[data-queue] [data-proposal]")];
  let place = -1; // index of the current question; -1 without one
  let id = null;
  let used = false; // somebody moves by keys, so the focus goes along

  function choose(index, { focus = true } = {}) {
    const all = cards();
    for (const card of all) card.removeAttribute("data-current");
    if (!all.length) { place = -1; id = null; return; }
    place = Math.max(0, Math.min(index, all.length - 1));
    const card = all[place];
    id = card.id;
    card.setAttribute("data-current", "");
    if (focus) { card.focus({ preventScroll: true }); card.scrollIntoView({ block: "nearest" }); }
  }

  // y and n mean the first question, from the beginning; where there are no keys, none stands out.
  const begin = () => { if (matchMedia("(hover: hover)").matches) choose(0, { focus: false }); };

  // After the queue was redrawn, stay on the same question, or on the one that took its place.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.target.closest?.("[data-queue]")) return;
    if (place < 0) return begin();
    const found = cards().findIndex((card) => card.id === id);
    const lost = !document.activeElement || document.activeElement === document.body;
    choose(found >= 0 ? found : place, { focus: lost && used });
  });

  const typing = (element) => element.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const search = document.querySelector('[data-key="/"]');
    if (event.key === "/" && search) { event.preventDefault(); search.focus(); return; }
    const all = cards();
    if (!all.length || !"jkyne".includes(event.key)) return;
    used = true;
    if (event.key === "j") return choose(place + 1);
    if (event.key === "k") return choose(place < 0 ? 0 : place - 1);
    const current = all[place];
    const target = current?.querySelector(`[data-key="${event.key}"]`);
    if (target) { event.preventDefault(); target.click(); }
  });

  document.addEventListener("focusin", (event) => {
    const card = event.target.closest?.("[data-queue] [data-proposal]");
    if (card && card.id !== id) { used = true; choose(cards().indexOf(card), { focus: false }); }
  });

  begin();

  // A verb that got no answer says so; a poll that got none just polls again.
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
