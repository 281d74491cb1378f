// Asks whether the browser's time zone is the person's, where nobody has said it yet. Nothing is sent before a press.
(() => {
  const form = document.getElementById("zone");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!form || !zone?.includes("/") || zone.startsWith("Etc/")) return; // UTC by any of its names
  form.elements.zone.value = zone;
  form.elements.next.value = location.pathname + location.search; // what was searched for stands nowhere in the page
  form.querySelector("[data-zone]").textContent = zone.replaceAll("_", " ");
  form.hidden = false;
})();
