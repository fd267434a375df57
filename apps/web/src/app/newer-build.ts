/** A part of the app that is not there any more belongs to an older build than the server has now. */
export function reloadForNewerBuild(): void {
  addEventListener("vite:preloadError", () => void reloadIfNewer().catch(() => undefined));
}

async function reloadIfNewer(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  const page = await (await fetch("/", { cache: "no-store" })).text();
  if (entry && !page.includes(new URL(entry).pathname)) location.reload();
}
