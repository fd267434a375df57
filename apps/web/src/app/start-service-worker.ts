/** Installable, quick to open, and able to notify. Nothing depends on it. */
export function startServiceWorker(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // Without TLS, and in private windows, there is none.
    });
  });
}
