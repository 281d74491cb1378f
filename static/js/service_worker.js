// Shows what was pushed, and opens Review. It answers no request and keeps no page: there is no cache here.
self.addEventListener("push", (event) => {
  const message = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(message.title ?? "memoryweb", {
    body: message.body ?? "",
    data: { url: message.url ?? "/review/" },
    icon: "/static/icons/app-192.png",
    tag: "waiting", // a newer message replaces the one before
    renotify: true,
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = windows.find((each) => new URL(each.url).pathname === url.pathname);
    await (open ? open.focus() : self.clients.openWindow(url.href));
  })());
});
