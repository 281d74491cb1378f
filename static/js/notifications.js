// Turns on push in this browser: asks for permission, subscribes, and sends the subscription by the page's own form.
(() => {
  const form = document.getElementById("push-form");
  const button = form.querySelector("button");
  const show = (state) => {
    for (const text of form.querySelectorAll("[data-state]")) text.hidden = text.dataset.state !== state;
    button.hidden = state !== "off" && state !== "failed";
  };
  const encoded = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // The row of this browser, if its subscription is this account's: another person may have used this browser before.
  async function ownRow(subscription) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return document.querySelector(`[data-endpoint="${hex}"]`);
  }

  async function look() {
    if (!("serviceWorker" in navigator) || !("PushManager" in window)) return show("missing");
    if (Notification.permission === "denied") return show("denied");
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = await registration?.pushManager.getSubscription();
    const row = subscription && (await ownRow(subscription));
    if (row) row.querySelector("[data-here]").hidden = false;
    return show(row ? "on" : "off");
  }

  async function subscribe() {
    if ((await Notification.requestPermission()) !== "granted") return show("denied");
    await navigator.serviceWorker.register("/service-worker.js");
    const registration = await navigator.serviceWorker.ready;
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
    const subscription = await registration.pushManager.subscribe(options);
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.p256dh.value = encoded(subscription.getKey("p256dh"));
    form.elements.auth.value = encoded(subscription.getKey("auth"));
    return form.submit();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    subscribe().catch(() => show("failed")).finally(() => { button.disabled = false; });
  });
  const lookAgain = () => look().catch(() => show("failed"));
  document.body.addEventListener("htmx:afterSwap", lookAgain); // a row that was read again
  lookAgain();
})();
