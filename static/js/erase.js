// The erase button says how many places are ticked. Without JavaScript it says "Erase what is ticked".
(() => {
  for (const form of document.querySelectorAll("[data-erase]")) {
    const button = form.querySelector("[data-all]");
    const boxes = [...form.querySelectorAll("input[type=checkbox]")];
    const sum = (some) => some.reduce((total, box) => total + Number(box.dataset.count ?? 1), 0);
    const tell = () => {
      const all = sum(boxes);
      const ticked = sum(boxes.filter((box) => box.checked));
      const { all: every, some, none } = button.dataset;
      button.textContent = (ticked === all && all > 1 ? every : ticked ? some : none).replace("{n}", ticked);
      button.disabled = !ticked;
    };
    form.addEventListener("change", tell);
    addEventListener("pageshow", tell);
    tell();
  }
})();
