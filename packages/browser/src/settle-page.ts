import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { PageWatch } from "./page-watch.ts";

const quietMs = 100;
const maxStirMs = 1000;
const maxLoadMs = 5000;
const maxBusyMs = 3000;

/** Waits until the page has loaded, has its data and no longer changes; only so long, for some never rest. */
export async function settlePage(page: Page, watch: PageWatch, signal: AbortSignal): Promise<void> {
  await page.waitForLoadState("load", { timeout: maxLoadMs, signal }).catch(() => undefined);
  await stillness(page, signal);
  const end = performance.now() + maxBusyMs;
  while (watch.isBusy(page) && performance.now() < end && !signal.aborted && !page.isClosed()) {
    await delay(quietMs / 2, undefined, { signal }).catch(() => undefined);
    await stillness(page, signal);
  }
}

/** A page that goes elsewhere meanwhile starts over: the wait is for the new one then. */
async function stillness(page: Page, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < 3 && !signal.aborted && !page.isClosed(); attempt += 1) {
    const isStill = await Promise.race([
      page.evaluate(waitForStillness).then(
        () => true,
        () => false,
      ),
      delay(maxStirMs * 2, true),
    ]);
    if (isStill) return;
    await page.waitForLoadState("load", { timeout: maxLoadMs, signal }).catch(() => undefined);
  }
}

/** Runs in the page. */
const waitForStillness = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${quietMs});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, ${quietMs});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(resolve, ${maxStirMs});
})`;
