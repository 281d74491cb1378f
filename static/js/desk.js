// The moderation desk: j and k open the row beside, keys decide about what is open or about what is ticked, and the focus
// goes along. Without this script every row is a link and every answer a button.
(() => {
  const BULK = "anhd";
  let goTo = ""; // where the focus goes with the next redraw: the "row" that opens, or the "item" that is open
  const rows = () => [...document.querySelectorAll("[data-item]")];
  const item = () => document.getElementById("item");
  const isLoading = () => document.querySelector("[data-open].htmx-request, #decision.htmx-request, #selection.htmx-request");

  // The row of what is open.
  function mark() {
    for (const row of rows()) {
      const isOpen = row.id === `row-${item()?.dataset.id}`;
      row.toggleAttribute("data-current", isOpen);
      const link = row.querySelector("[data-open]");
      if (isOpen) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
      if (isOpen) row.scrollIntoView({ block: "nearest" });
    }
  }

  function focus(where) {
    const wrong = document.querySelector("#decision .error, #selection .error")?.closest("[data-invalid], .selection");
    const field = wrong?.querySelector("input, textarea, select");
    const row = where === "row" && document.querySelector("[data-item][data-current] [data-open]");
    if (field) field.focus();
    else if (row) row.focus({ preventScroll: true });
    else if (item()) {
      item().focus({ preventScroll: true });
      if (item().getBoundingClientRect().top < 0) item().scrollIntoView({ block: "start" });
    }
  }

  function open(by) {
    const all = rows();
    const at = all.findIndex((row) => row.hasAttribute("data-current"));
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    if (!next) return;
    const link = next.querySelector("[data-open]");
    if (at === all.indexOf(next)) { focus("row"); return; }
    goTo = "row";
    link.click();
  }

  document.addEventListener("keydown", (event) => {
    if (!singleKeys.isKey(event) || singleKeys.isGoing()) return;
    const ticked = document.querySelector(".tick:checked");
    const handled = () => event.preventDefault();
    if (event.key === "j") { handled(); open(1); }
    else if (event.key === "k") { handled(); open(-1); }
    else if (event.repeat) return; // a key that is held decides nothing more
    else if (event.key === "Enter" && event.target.matches?.("[data-open]")) {
      if (event.target.closest("[data-current]")) { handled(); focus("item"); } else goTo = "item";
    }
    else if (isLoading() && /^[aenhdw1-9]$/.test(event.key)) handled(); // what is on its way has not been read yet
    else if (ticked && BULK.includes(event.key)) { handled(); document.querySelector(`[data-bulk="${event.key}"]`)?.click(); }
    else if (ticked && /^[1-9]$/.test(event.key)) {
      handled();
      const reasons = document.querySelector("#selection select");
      if (reasons.options[event.key]) reasons.selectedIndex = Number(event.key);
    }
  }, true);

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-rewrite]")) return;
    event.preventDefault();
    const words = document.getElementById("rewrite");
    words.open = true;
    words.querySelector("textarea").focus();
  });
  document.addEventListener("submit", (event) => { if (event.target.closest("#desk, #notices")) goTo = "item"; });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!["desk", "item"].includes(event.detail.target?.id)) return;
    mark();
    if (goTo) focus(goTo);
    goTo = "";
  });
  mark();
})();
