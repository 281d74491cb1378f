// Where the focus goes when a redraw takes away what had it: to the same thing, else to the row that stands in its
// place now, else to the heading. Review and the desk have said before where theirs goes.
(() => {
  const ROW = "[data-item], .memory-row, .shared-row, .letter-line, .ending, li, td, article";
  const CONTROL = ':is(a[href], button, summary, input:not([type="hidden"]), select, textarea):not(:disabled, [tabindex="-1"])';
  let place = null;

  const isShown = (element) => element?.isConnected && element.checkVisibility();
  const address = (element) => element.getAttribute("formaction") ?? element.getAttribute("href") ?? element.form?.getAttribute("action");
  const sends = (element) => [...(element.form?.querySelectorAll('input[type="hidden"]:not([name="csrfmiddlewaretoken"])') ?? [])]
    .map((input) => `${input.name}=${input.value}`).join("&"); // two runs of one agent have one address
  const isSame = (one, other) => one.localName === other.localName && address(one) === address(other)
    && one.name === other.name && one.value === other.value && sends(one) === sends(other);
  const shownIn = (element) => [...element.querySelectorAll(CONTROL)].filter(isShown);

  // The row of a control; of a button for what is ticked, the first row that is.
  function rowOf(element) {
    const ticked = [...(element.form?.querySelectorAll("input:checked") ?? [])].map((box) => box.closest(ROW));
    return element.closest(ROW) ?? ticked.find(Boolean);
  }

  document.addEventListener("htmx:beforeSwap", () => {
    const focused = document.activeElement;
    place = null;
    if (!focused || focused === document.body) return;
    const row = rowOf(focused);
    const kind = row && row.localName + [...row.classList].slice(0, 1).map((name) => `.${CSS.escape(name)}`).join("");
    const around = []; // the elements with an id that it is in, from the inside, and its row's number in each
    for (let each = (row ?? focused).parentElement?.closest("[id]"); each; each = each.parentElement?.closest("[id]")) {
      around.push({ id: each.id, at: row ? [...each.querySelectorAll(kind)].indexOf(row) : -1 });
    }
    place = { focused, row, kind, around };
  });

  function unbound(element) {
    element.tabIndex = -1;
    return element;
  }

  // What stands in the place of the focused element within a part of the page that is there again.
  function within(part, at) {
    const { focused, row, kind } = place;
    const same = address(focused) && shownIn(part).find((each) => isSame(each, focused));
    if (same) return same;
    const rows = row ? part.querySelectorAll(kind) : [];
    const next = (row?.id && document.getElementById(row.id)) || rows[Math.min(at, rows.length - 1)];
    if (next) {
      const controls = shownIn(next);
      const menu = focused.closest(".menu") && controls.find((each) => each.matches(".menu > summary"));
      return menu || controls.find((each) => each.matches("a, summary")) || unbound(next); // a key that is held does nothing to the next
    }
    const heading = [...part.querySelectorAll("h1, h2, h3")].find(isShown);
    return (heading && unbound(heading)) ?? shownIn(part).find((each) => each.localName === focused.localName) ?? shownIn(part)[0]; // Redo for Undo
  }

  function find() {
    const { focused, around } = place;
    if (focused.isConnected) return isShown(focused) ? focused : null; // it was moved
    const summary = focused.closest("details")?.querySelector("summary");
    for (const id of [focused.id, summary?.id]) if (id && isShown(document.getElementById(id))) return document.getElementById(id);
    for (const { id, at } of around) {
      const part = document.getElementById(id);
      const found = part && within(part, at);
      if (found) return found;
    }
    return null;
  }

  document.addEventListener("htmx:afterSettle", () => queueMicrotask(() => { // after the scripts of the page
    if (place && document.activeElement === document.body) find()?.focus({ preventScroll: true });
    place = null;
  }));

  // A redraw asks for the address that the browser shows, and would scroll to the "#part" of it.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.getAttribute("hx-get") === "") detail.path = detail.path.split("#")[0];
  });
})();
