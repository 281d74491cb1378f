// Review: one current question, answers that leave at once and come back on failure, and one card at a time
// with swipes on a phone. Without this script every question is listed, with its buttons.
(() => {
  const PHONE = matchMedia("(max-width: 48rem)");
  const SWIPE_PART = 0.35; // of the card's width
  const FLICK = 0.6; // pixels a millisecond
  const EDGE = 24; // pixels from the window's edge that belong to the system's own gestures
  const HINTS = 3; // cards that say they can be swiped
  const LIST = "memoryweb-review-list";
  const DOUBLE_TAP = 300; // milliseconds after the current item has changed: its buttons are where the last one's were
  let currentId = null;
  let changedAt = 0;
  let index = 0; // of the current item, to stay in place when it leaves
  let answered = 0;
  const gone = new Set(); // ids of what was answered: a redraw that is older than the answer may still bring them
  let usesKeys = false; // then the focus follows the current item

  const queue = () => document.querySelector("[data-queue]");
  const items = () => [...document.querySelectorAll("[data-queue] [data-item]:not([data-leaving])")];
  const current = () => document.querySelector("[data-queue] [data-item][data-current]");
  const details = (item) => item?.querySelector(":scope > details");

  function choose(item, { focus = false, open = true } = {}) {
    if (open && currentId && currentId !== item?.id) changedAt = Date.now();
    for (const each of document.querySelectorAll("[data-queue] [data-current]")) each.removeAttribute("data-current");
    if (!item) { currentId = null; return show(); }
    item.setAttribute("data-current", "");
    currentId = item.id;
    index = items().indexOf(item);
    const body = details(item);
    if (open && body && !body.open) {
      for (const each of items()) if (each !== item && details(each)) details(each).open = false;
      body.open = true;
    }
    if (focus) { item.focus({ preventScroll: true }); item.scrollIntoView({ block: "nearest" }); }
    show();
  }

  // On the phone: one card at a time, "3 of 40", and the bar above it.
  function show() {
    const asCards = PHONE.matches && !sessionStorage.getItem(LIST);
    const left = items().length;
    const place = document.querySelector("[data-place]");
    const bar = document.querySelector("[data-progress]");
    const asList = document.querySelector("[data-as-list]");
    if (!place) return;
    const total = answered + left + Number(queue().dataset.beyond); // what waits beyond this page comes as these are answered
    document.body.toggleAttribute("data-cards", asCards && total > answered); // also while the next cards are fetched
    place.hidden = !asCards || !left;
    place.textContent = place.hidden ? "" : place.dataset.words.replace("{n}", Math.min(answered + index + 1, total)).replace("{total}", total);
    bar.hidden = place.hidden;
    bar.max = Math.max(total, 1);
    bar.value = answered + index;
    asList.hidden = !PHONE.matches || !left;
  }

  const start = (focus = false) => choose(items().find((each) => each.id === currentId) ?? items()[Math.min(index, items().length - 1)], { focus });

  // On the phone the next card is there already: redrawing it under a thumb would lose the tap. What came behind the
  // last card can wait until few are left.
  const FEW = 5;
  let stale = false;
  function showsTheSameCards(text) {
    if (stale || isUndoing() || !document.body.hasAttribute("data-cards")) return false;
    const ids = [...text.matchAll(/<(?:article|section)[^>]*\bid="((?:proposal|conflict)-[^"]+)"[^>]*\bdata-item/g)].map((found) => found[1]);
    const mine = items().map((item) => item.id);
    return ids.length > 0 && (mine.length > FEW ? ids.slice(0, mine.length) : ids).join() === mine.join();
  }

  // A poll redraws only what has changed, and keeps what is open, ticked and focused.
  let kept = null;
  const BACK_WITHIN = 5000; // milliseconds between Undo and the question that it brings back; some bring none
  let undoneAt = 0;
  const isUndoing = () => Date.now() - undoneAt < BACK_WITHIN;
  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-undo]")) { undoneAt = Date.now(); gone.clear(); } });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "queue") return;
    const text = event.detail.serverResponse ?? "";
    const version = /data-version="(\w+)"/.exec(text)?.[1];
    const leaving = document.querySelector("[data-leaving]");
    const isOld = leavers.size > 0; // an answer is on its way, and will bring its own redraw
    if (version && !isOld) for (const id of gone) if (!text.includes(`id="${id}"`)) gone.delete(id); // it may be asked again
    const isSame = version && version === queue()?.dataset.version && !leaving;
    if (isOld || isSame || showsTheSameCards(text)) { event.detail.shouldSwap = false; return; }
    stale = false;
    if (!event.detail.requestConfig?.triggeringEvent) document.body.dispatchEvent(new Event("questions-changed")); // a poll: its count is new
    kept = {
      ids: new Set(items().map((item) => item.id)),
      open: [...document.querySelectorAll("[data-queue] details[open]")].map((each) => each.closest("[data-item]")?.id + (each.className ? `.${each.className}` : "")),
      focused: document.activeElement?.closest("[data-queue]") ? document.activeElement.closest("[data-item]")?.id : null,
    };
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "queue" && !event.target.closest?.("[data-queue]")) return;
    if (kept) {
      for (const each of document.querySelectorAll("[data-queue] details.why")) {
        if (kept.open.includes(`${each.closest("[data-item]")?.id}.${each.className}`)) each.open = true;
      }
    }
    for (const item of items()) if (gone.has(item.id)) item.setAttribute("data-leaving", "");
    countSelected();
    const back = isUndoing() && kept && items().find((item) => !kept.ids.has(item.id)); // what Undo brought back is next
    if (back) { currentId = back.id; undoneAt = 0; answered = Math.max(0, answered - 1); }
    const lost = !document.activeElement || document.activeElement === document.body;
    start((lost && (usesKeys || Boolean(kept?.focused))) || Boolean(back && usesKeys));
    kept = null;
  });

  // The second tap of a double tap answers nothing. A key has its question under it at once.
  document.addEventListener("click", (event) => {
    const isTap = event.detail > 0;
    if (!isTap || !event.target.closest?.("[data-queue] [data-answers]") || Date.now() - changedAt >= DOUBLE_TAP) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Answers leave at once; if the server does not take one, it comes back with the reason.
  const leavers = new Map();
  document.addEventListener("htmx:beforeRequest", (event) => {
    const button = event.detail.elt;
    if (!button.matches?.("[data-answers]") || !button.closest("[data-queue]")) return;
    const leaving = button.dataset.answers === "selected"
      ? [...document.querySelectorAll(".tick:checked")].map((box) => box.closest("[data-item]"))
      : [button.closest("[data-item]")].filter(Boolean);
    const hadFocus = leaving.some((item) => item.contains(document.activeElement));
    leavers.set(event.detail.xhr, leaving);
    for (const item of leaving) { item.setAttribute("data-leaving", ""); gone.add(item.id); }
    answered += leaving.length;
    start(hadFocus || usesKeys);
  });
  function comeBack(event) {
    const back = leavers.get(event.detail.xhr) ?? [];
    for (const item of back) { item.removeAttribute("data-leaving"); gone.delete(item.id); }
    answered -= back.length;
    stale = true;
    if (back.length) choose(back[0], { focus: usesKeys });
    leavers.delete(event.detail.xhr);
  }
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, comeBack);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || !leavers.has(event.detail.xhr)) return;
    if (/data-tone="warn"/.test(event.detail.xhr.responseText)) comeBack(event);
    leavers.delete(event.detail.xhr);
  });

  // The questions of the current one's agent stand side by side. One about a change has no tick.
  function ticksOfAgent() {
    let each = current();
    while (each?.previousElementSibling?.matches("[data-item]")) each = each.previousElementSibling;
    const ticks = [];
    for (; each?.matches("[data-item]"); each = each.nextElementSibling) ticks.push(...each.querySelectorAll(".tick"));
    return ticks;
  }

  const countSelected = () => document.dispatchEvent(new Event("ticks-changed"));

  document.addEventListener("keydown", (event) => {
    if (!singleKeys.isKey(event)) return;
    const all = items();
    const at = all.indexOf(current());
    const ticks = document.querySelectorAll(".tick:checked");
    const handled = () => { event.preventDefault(); usesKeys = true; };
    if (event.key === "j") { handled(); choose(all[Math.min(at + 1, all.length - 1)], { focus: true }); }
    else if (event.key === "k") { handled(); choose(all[Math.max(at - 1, 0)], { focus: true }); }
    else if (event.repeat) return; // a key that is held answers nothing more
    else if (event.key === "Enter" && event.target === current()) { handled(); const body = details(current()); if (body) body.open = !body.open; }
    else if (event.key === "a" && !singleKeys.isGoing() && ticksOfAgent().length) {
      handled();
      for (const box of ticksOfAgent()) box.checked = true;
      countSelected();
    } else if ((event.key === "y" || event.key === "n") && ticks.length) {
      handled();
      document.querySelectorAll("#selection [data-answers]")[event.key === "y" ? 0 : 1]?.click();
    } else if ("ynetw12xX".includes(event.key)) usesKeys = true;
  }, true);

  document.addEventListener("focusin", (event) => {
    const item = event.target.closest?.("[data-queue] [data-item]");
    if (item && item.id !== currentId) choose(item, { open: false });
  });
  document.addEventListener("toggle", (event) => {
    const item = event.target.closest?.("[data-queue] [data-item]");
    if (!item || event.target !== details(item)) return;
    if (event.target.open && item.id !== currentId) choose(item, { open: false });
    if (item === current() && document.body.hasAttribute("data-cards")) event.target.open = true; // a card without it has no answers
  }, true);
  // The row that somebody opens stays in its place while the one above it closes, as far as the page is scrolled.
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("[data-queue] [data-item] > details > summary");
    if (!row) return;
    const top = row.getBoundingClientRect().top;
    requestAnimationFrame(() => scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" }));
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-as-list]")) return;
    if (sessionStorage.getItem(LIST)) sessionStorage.removeItem(LIST); else sessionStorage.setItem(LIST, "1");
    start();
  });
  PHONE.addEventListener("change", () => start());

  // Swipes: right remembers, left does not. Never a conflict, never from the window's edge.
  let swipe = null;
  const card = (event) => (document.body.hasAttribute("data-cards") ? event.target.closest?.("[data-proposal][data-current]") : null);
  function putBack() {
    if (!swipe) return;
    delete swipe.item.dataset.swipe;
    for (const each of swipe.item.getAnimations()) each.cancel();
    swipe = null;
  }
  document.addEventListener("pointerdown", (event) => {
    putBack(); // a second finger makes it no swipe
    const item = event.isPrimary && event.pointerType === "touch" && card(event);
    if (!item || event.clientX < EDGE || event.clientX > innerWidth - EDGE) return;
    swipe = { item, finger: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== swipe?.finger) return;
    const by = event.clientX - swipe.x;
    swipe.item.dataset.swipe = by > 12 ? "yes" : by < -12 ? "no" : "";
    swipe.item.animate([{ transform: `translateX(${by}px) rotate(${by / 60}deg)` }], { duration: 0, fill: "forwards" });
  });
  const endSwipe = (event) => {
    if (event.pointerId !== swipe?.finger) return;
    const { item, x, at } = swipe;
    putBack();
    const by = event.clientX - x;
    const far = Math.abs(by) > item.offsetWidth * SWIPE_PART || (Math.abs(by) > 40 && Math.abs(by) / (event.timeStamp - at) > FLICK);
    if (far && event.type === "pointerup") item.querySelector(`[data-answers="${by > 0 ? "yes" : "no"}"]`)?.click();
  };
  document.addEventListener("pointerup", endSwipe);
  document.addEventListener("pointercancel", endSwipe);
  const seen = Number(localStorage.getItem("memoryweb-swipes") ?? 0);
  document.body.toggleAttribute("data-hint", seen < HINTS);
  localStorage.setItem("memoryweb-swipes", String(seen + 1));

  start();
})();
