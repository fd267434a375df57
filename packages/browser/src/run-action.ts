import { setTimeout as delay } from "node:timers/promises";
import { type BrowserAction, type BrowserView, ToolFailure } from "@roo-code/types";
import type { Page } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { actionFailure, DeadlinePassed, withDeadline } from "./failure.ts";
import type { PageWatch } from "./page-watch.ts";
import { performAction } from "./perform-action.ts";
import { viewPage } from "./view-page.ts";

type OpenAction = Exclude<BrowserAction, { action: "close" }>;

/** Performs the action, waits for the page to settle, and views it. */
export async function runAction(
  session: BrowserSession,
  action: OpenAction,
  signal: AbortSignal,
): Promise<BrowserView> {
  const isNavigation = action.action === "launch" || action.action === "navigate" || action.action === "back";
  if (!isNavigation) await throwIfCrashed(session);
  const timeoutMs = isNavigation ? session.timeouts.navigationMs + 5000 : session.timeouts.actionMs * 2;
  try {
    await withDeadline(performAction(session, action, signal), { timeoutMs, signal });
    await settleWindow(session, signal);
    return await look(session, action, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (session.isGone) throw browserGone();
    if (error instanceof DeadlinePassed) session.watch.giveUp(await session.page());
    else await throwIfCrashed(session);
    throw actionFailure(action.action, error);
  }
}

/** While a page settles it may open a tab or close, which makes another page the current one. */
async function settleWindow(session: BrowserSession, signal: AbortSignal): Promise<void> {
  const settled = new Set<Page>();
  for (let page = await session.page(); !settled.has(page); page = await session.page()) {
    settled.add(page);
    await settlePage(page, session.watch, signal);
  }
}

/** A page that cannot be viewed in time hangs: only its own script can keep it from responding. */
async function look(session: BrowserSession, action: OpenAction, signal: AbortSignal): Promise<BrowserView> {
  const element = action.action === "snapshot" ? action.element : undefined;
  const timeoutMs = session.timeouts.actionMs;
  try {
    return await withDeadline(viewPage(session, { element, signal }), { timeoutMs: timeoutMs * 2, signal });
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") throw new DeadlinePassed(error.message);
    throw error;
  }
}

async function throwIfCrashed(session: BrowserSession): Promise<void> {
  if (session.isGone) throw browserGone();
  if (!session.watch.isCrashed(await session.page())) return;
  throw new ToolFailure("page_crashed", "The page has crashed or does not respond. Navigate to reload it.");
}

export function browserGone(): ToolFailure {
  return new ToolFailure("browser_closed", "The browser exited unexpectedly. Launch it again with a url.");
}

const quietMs = 100;
const maxChangingMs = 1000;
const maxLoadMs = 5000;
const maxBusyMs = 3000;

/** Waits until the page has loaded, has its data and stops changing; with a limit, since some never do. */
async function settlePage(page: Page, watch: PageWatch, signal: AbortSignal): Promise<void> {
  await page.waitForLoadState("load", { timeout: maxLoadMs, signal }).catch(() => undefined);
  await untilStill(page, signal);
  const end = performance.now() + maxBusyMs;
  while (watch.isBusy(page) && performance.now() < end && !signal.aborted && !page.isClosed()) {
    await delay(quietMs / 2, undefined, { signal }).catch(() => undefined);
    await untilStill(page, signal);
  }
}

/** Starts over when the page navigates meanwhile. */
async function untilStill(page: Page, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < 3 && !signal.aborted && !page.isClosed(); attempt += 1) {
    const isStill = await Promise.race([
      page.evaluate(waitUntilStill).then(
        () => true,
        () => false,
      ),
      delay(maxChangingMs * 2, true),
    ]);
    if (isStill) return;
    await page.waitForLoadState("load", { timeout: maxLoadMs, signal }).catch(() => undefined);
  }
}

/** Runs in the page. */
const waitUntilStill = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${quietMs});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, ${quietMs});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(resolve, ${maxChangingMs});
})`;
