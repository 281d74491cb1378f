// Says so when a browser gives no passkey: the person closed its window, or this device has none.
document.addEventListener("allauth.error", (event) => {
  const failed = document.getElementById("passkey-failed");
  if (!failed) return;
  event.preventDefault();
  failed.hidden = false;
});
