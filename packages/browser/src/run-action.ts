import { type BrowserAction, type BrowserView, ToolFailure } from "@roo-code/types";
import type { Page } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { DeadlinePassed, withDeadline } from "./deadline.ts";
import { actionFailure } from "./failure.ts";
import { performAction } from "./perform-action.ts";
import { settlePage } from "./settle-page.ts";
import { viewPage } from "./view-page.ts";

type OpenAction = Exclude<BrowserAction, { action: "close" }>;

/** Does it, waits for the page to come to rest, and looks. */
export async function runAction(
  session: BrowserSession,
  action: OpenAction,
  signal: AbortSignal,
): Promise<BrowserView> {
  const isNavigation = action.action === "launch" || action.action === "navigate" || action.action === "back";
  if (!isNavigation) await refuseCrashed(session);
  const patience = isNavigation ? session.timeouts.navigationMs + 5000 : session.timeouts.actionMs * 2;
  try {
    await withDeadline(performAction(session, action, signal), { timeoutMs: patience, signal });
    await settleWindow(session, signal);
    return await look(session, action, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (session.isGone) throw browserGone();
    if (error instanceof DeadlinePassed) session.watch.giveUp(await session.page());
    else await refuseCrashed(session);
    throw actionFailure(action.action, error);
  }
}

/** The page that is seen in the end: one that opens a tab, or closes, gives way to another while it comes to rest. */
async function settleWindow(session: BrowserSession, signal: AbortSignal): Promise<void> {
  const settled = new Set<Page>();
  for (let page = await session.page(); !settled.has(page); page = await session.page()) {
    settled.add(page);
    await settlePage(page, session.watch, signal);
  }
}

/** A page that cannot be looked at in time hangs: nothing but its own script keeps it from answering. */
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

async function refuseCrashed(session: BrowserSession): Promise<void> {
  if (session.isGone) throw browserGone();
  if (!session.watch.isCrashed(await session.page())) return;
  throw new ToolFailure("page_crashed", "The page has crashed or does not answer. Navigate to load it anew.");
}

export function browserGone(): ToolFailure {
  return new ToolFailure("browser_closed", "The browser has ended unexpectedly. Launch it again with a url.");
}
