// Hears from the server when what waits has changed, and tells the page. One tab of the browser listens for all of them.
(() => {
  const nav = () => document.getElementById("nav");
  if (!nav()?.dataset.version) return;
  const tabs = new BroadcastChannel("memoryweb-waiting");
  const changed = () => document.body.dispatchEvent(new Event("waiting-changed"));
  tabs.addEventListener("message", changed);

  function listen() {
    const source = new EventSource(`/live/?seen=${encodeURIComponent(nav().dataset.version)}`);
    source.addEventListener("waiting", () => { changed(); tabs.postMessage("changed"); });
    return source;
  }

  if (navigator.locks) {
    navigator.locks.request("memoryweb-waiting", () => new Promise(() => listen())); // until this tab is closed
    return;
  }
  // Without TLS on another machine browsers have no locks: then each tab listens while it is looked at.
  let source = null;
  const follow = () => {
    source?.close();
    source = document.visibilityState === "visible" ? listen() : null;
  };
  document.addEventListener("visibilitychange", follow);
  follow();
})();
