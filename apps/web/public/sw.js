// Caches the app's own files, never API responses, and shows push notifications.
const cacheName = "roo-files";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  // Named after a hash of their content: a cached file never goes stale.
  if (pathname.startsWith("/assets/")) event.respondWith(fromCache(event.request));
  // An address that signs in must reach the server.
  else if (mode === "navigate" && !search.includes("sign-in=") && !/^\/(api|docs)\//.test(pathname))
    event.respondWith(fetchPage(event.request));
});

async function fromCache(request) {
  const cache = await caches.open(cacheName);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The current page, or the cached one if the server cannot be reached. */
async function fetchPage(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) {
      await cache.put("/", response.clone());
      await deleteOldFiles(cache, await response.clone().text());
    }
    return response;
  } catch (error) {
    const last = await cache.match("/");
    if (last) return last;
    throw error;
  }
}

/** A new build has a new entry file: then the files of older builds are deleted. */
async function deleteOldFiles(cache, page) {
  const entry = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0];
  const before = await cache.match("/entry");
  if (!entry || (before && (await before.text()) === entry)) return;
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith("/assets/")) await cache.delete(request);
  await cache.put("/entry", new Response(entry));
}

self.addEventListener("push", (event) => {
  const message = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(message.title ?? "Roo Code", {
      body: message.body ?? "",
      tag: message.taskId ?? message.tag ?? "roo",
      icon: "/icon-192.png",
      data: { url: message.url ?? (message.taskId ? `/task/${message.taskId}` : "/") },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data?.url ?? "/", self.location.origin).href));
});

async function openPage(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((candidate) => candidate.url === url) ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  if (page.url !== url) await page.navigate(url);
}
