// Copies a snippet. Where the browser gives no clipboard, it selects the text instead.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  const source = button && document.getElementById(button.dataset.copies);
  if (!source) return;
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    const label = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 2000);
  } catch {
    getSelection().selectAllChildren(source);
  }
});
