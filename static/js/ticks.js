// Boxes to tick by key: x the current one, Shift x from the last one to it, Escape none. A redraw keeps them ticked.
(() => {
  let last = null;
  let kept = { id: "", ticked: [] };
  const boxes = () => [...document.querySelectorAll(".tick")];

  function count() {
    const shown = document.querySelector("[data-selected]");
    if (shown) shown.textContent = document.querySelectorAll(".tick:checked").length || "";
  }
  document.addEventListener("ticks-changed", count);
  document.addEventListener("change", (event) => { if (event.target.matches(".tick")) { last = event.target; count(); } });
  document.addEventListener("reset", () => setTimeout(count));

  document.addEventListener("keydown", (event) => {
    if (event.repeat || !singleKeys.isKey(event)) return;
    const tick = document.querySelector("[data-item][data-current] .tick");
    if (event.key === "x" && tick) { tick.checked = !tick.checked; last = tick; }
    else if (event.key === "X" && tick) {
      const all = boxes();
      const from = all.includes(last) ? last : tick;
      const [start, end] = [all.indexOf(from), all.indexOf(tick)].sort((one, other) => one - other);
      for (const box of all.slice(start, end + 1)) box.checked = true;
    } else if (event.key === "Escape" && boxes().some((box) => box.checked)) for (const box of boxes()) box.checked = false;
    else return;
    event.preventDefault();
    count();
  }, true);

  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (target?.querySelector?.(".tick")) kept = { id: target.id, ticked: boxes().filter((box) => box.checked).map((box) => box.value) };
  });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id !== kept.id) return;
    for (const box of boxes()) if (kept.ticked.includes(box.value)) box.checked = true;
    count();
  });
})();
