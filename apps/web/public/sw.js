// Keeps the app's own files, and shows what the server pushes. Never keeps anything of the API's.
const kept = "roo-files";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  // Their names say what is in them: what was fetched once is right for ever.
  if (pathname.startsWith("/assets/")) event.respondWith(fromCache(event.request));
  // An address that signs in must reach the server.
  else if (mode === "navigate" && !search.includes("sign-in=") && !/^\/(api|docs)\//.test(pathname))
    event.respondWith(fetchPage(event.request));
});

async function fromCache(request) {
  const cache = await caches.open(kept);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The newest page where the server answers; the last one where it does not, which then says so. */
async function fetchPage(request) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) {
      await cache.put("/", response.clone());
      await forgetOldFiles(cache, await response.clone().text());
    }
    return response;
  } catch (error) {
    const last = await cache.match("/");
    if (last) return last;
    throw error;
  }
}

/** A new build has a new first file; what the old ones brought along goes with them. */
async function forgetOldFiles(cache, page) {
  const entry = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0];
  const before = await cache.match("/entry");
  if (!entry || (before && (await before.text()) === entry)) return;
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith("/assets/")) await cache.delete(request);
  await cache.put("/entry", new Response(entry));
}

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(told.title ?? "Roo Code", {
      body: told.body ?? "",
      tag: told.taskId ?? told.tag ?? "roo",
      icon: "/icon-192.png",
      data: { url: told.url ?? (told.taskId ? `/task/${told.taskId}` : "/") },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data?.url ?? "/", self.location.origin).href));
});

async function openPage(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => each.url === url) ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  if (page.url !== url) await page.navigate(url);
}
