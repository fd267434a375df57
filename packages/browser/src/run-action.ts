import { setTimeout as delay } from "node:timers/promises";
import { type BrowserAction, type BrowserView, type ImagePart, ToolFailure } from "@roo-code/types";
import type { Page } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { actionFailure, DeadlinePassed, withDeadline } from "./failure.ts";
import { parseHandle, unknownElement } from "./find-element.ts";
import { boundSnapshot, subtreeOf, visibleLine } from "./page-text.ts";
import type { PageWatch } from "./page-watch.ts";
import { sizeText } from "./parse-input.ts";
import { performAction } from "./perform-action.ts";

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
    return await viewOrHang(session, action, signal);
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

/** A page that cannot be viewed in time is hanging: only its own script can keep it from responding. */
async function viewOrHang(session: BrowserSession, action: OpenAction, signal: AbortSignal): Promise<BrowserView> {
  const element = action.action === "snapshot" ? action.element : undefined;
  const timeoutMs = session.timeouts.actionMs;
  try {
    return await withDeadline(viewPage(session, { element, signal }), { timeoutMs: timeoutMs * 2, signal });
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") throw new DeadlinePassed(error.message);
    throw error;
  }
}

/** What the model sees; `element` narrows a snapshot to part of the page. */
async function viewPage(
  session: BrowserSession,
  { element, signal }: { element: string | undefined; signal: AbortSignal },
): Promise<BrowserView> {
  const page = await session.page();
  const limits = { timeout: session.timeouts.actionMs, signal };
  const content =
    session.viewKind === "screenshot"
      ? { screenshot: await takeScreenshot(page, limits) }
      : { snapshot: await takeSnapshot(page, element, limits) };
  return {
    url: visibleLine(page.url(), 500),
    title: visibleLine(await page.title(), 200),
    size: sizeText(session.size),
    ...content,
    notes: session.watch.notes.take(),
    problems: session.watch.problems.take(),
  };
}

interface ActionLimits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** Always of the whole page: a snapshot of one part would invalidate all other handles. */
async function takeSnapshot(page: Page, element: string | undefined, limits: ActionLimits): Promise<string> {
  const tree = await page.ariaSnapshot({ mode: "ai", ...limits });
  if (element === undefined) return boundSnapshot(tree);
  const part = subtreeOf(tree, parseHandle(element));
  if (part === undefined) throw unknownElement(element);
  return boundSnapshot(part);
}

const maxScreenshotBytes = 1024 * 1024;

/** JPEG, which every model accepts, at a lower quality where it would be too large. */
async function takeScreenshot(page: Page, limits: ActionLimits): Promise<ImagePart> {
  let bytes: Uint8Array = new Uint8Array();
  for (const quality of [80, 50, 25, 10]) {
    bytes = await page.screenshot({ type: "jpeg", quality, scale: "css", ...limits });
    if (bytes.length <= maxScreenshotBytes) break;
  }
  return { type: "image", mediaType: "image/jpeg", data: Buffer.from(bytes).toString("base64") };
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
  await waitUntilStable(page, signal);
  const end = performance.now() + maxBusyMs;
  while (watch.isBusy(page) && performance.now() < end && !signal.aborted && !page.isClosed()) {
    await delay(quietMs / 2, undefined, { signal }).catch(() => undefined);
    await waitUntilStable(page, signal);
  }
}

/** Starts over when the page navigates meanwhile. */
async function waitUntilStable(page: Page, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < 3 && !signal.aborted && !page.isClosed(); attempt += 1) {
    const isStable = await Promise.race([
      page.evaluate(stableScript).then(
        () => true,
        () => false,
      ),
      delay(maxChangingMs * 2, true),
    ]);
    if (isStable) return;
    await page.waitForLoadState("load", { timeout: maxLoadMs, signal }).catch(() => undefined);
  }
}

/** Runs in the page. */
const stableScript = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${quietMs});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, ${quietMs});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(resolve, ${maxChangingMs});
})`;
