import { ToolFailure } from "@roo-code/types";
import type { Page, Response } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { actionFailure, DeadlinePassed, withDeadline } from "./failure.ts";
import type { ConnectFailure } from "./network/guard.ts";
import { visibleLine } from "./page-text.ts";
import { admitUrl } from "./parse-input.ts";

/** Loads an address that the model names. */
export async function navigate(session: BrowserSession, address: string, signal: AbortSignal): Promise<void> {
  const url = admitUrl(address);
  session.proxy.open(url);
  const page = await session.tabs.replaceCrashed();
  try {
    const response = await load({ session, page, url, signal });
    if (response) await throwProxyFailure(session, response);
  } catch (error) {
    signal.throwIfAborted();
    const failure = navigationFailure(session, url, error);
    if (failure.code === "navigation_timeout") await giveUpIfUnresponsive(session, page, signal);
    throw failure;
  }
}

/** Closes a tab that has no history. */
export async function goBack(session: BrowserSession, page: Page, signal: AbortSignal): Promise<void> {
  const options = { waitUntil: "domcontentloaded", timeout: session.timeouts.navigationMs, signal } as const;
  const before = page.url();
  const response = await page.goBack(options);
  if (response || page.url() !== before) return;
  if (await session.tabs.closeCurrent()) return;
  throw new ToolFailure("no_history", "There is no page to go back to.");
}

interface Loading {
  readonly session: BrowserSession;
  readonly page: Page;
  readonly url: URL;
  readonly signal: AbortSignal;
}

/** null if the page itself navigated to another one. */
async function load({ session, page, url, signal }: Loading): Promise<Response | null> {
  const timeout = session.timeouts.navigationMs;
  const loading = page.goto(url.href, { waitUntil: "domcontentloaded", timeout, signal });
  try {
    return await withDeadline(loading, { timeoutMs: timeout + 2000, signal });
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (message.includes("interrupted by another navigation")) return null;
    // The browser's error page loads late and would interrupt the next action.
    if (message.includes("net::ERR_") && !message.includes("net::ERR_ABORTED"))
      await page.waitForURL(/^chrome-error:/, { timeout: 1000, signal }).catch(() => undefined);
    throw error;
  }
}

/** Throws if the response is the proxy's own, sent because the page could not be loaded. */
async function throwProxyFailure(session: BrowserSession, response: Response): Promise<void> {
  if ((await response.headerValue("x-roo-guard")) !== session.proxy.mark) return;
  const url = new URL(response.url());
  throw connectFailure(url, session.proxy.failureFor(url) ?? { kind: "failed", reason: "no answer" });
}

/** A server may be slow, but a page whose script never ends would block every later navigation too. */
async function giveUpIfUnresponsive({ watch }: BrowserSession, page: Page, signal: AbortSignal): Promise<void> {
  await withDeadline(respond(page), { timeoutMs: 2000, signal }).catch(() => watch.giveUp(page));
}

/** Never settles for a page that does not respond. Stops loading first: Chromium evaluates nothing while it loads. */
async function respond(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.stopLoading");
  await page.evaluate("1");
  await devtools.detach();
}

function navigationFailure(session: BrowserSession, url: URL, error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DeadlinePassed || /Timeout \d+ms exceeded/.test(message))
    return new ToolFailure(
      "navigation_timeout",
      `${visibleLine(url.href, 200)} did not load within ${session.timeouts.navigationMs / 1000} s. Use snapshot to see what has loaded, or try again.`,
    );
  if (message.includes("Download is starting"))
    return new ToolFailure(
      "download_refused",
      `${visibleLine(url.href, 200)} is a download, which the browser does not accept. Fetch it with a command.`,
    );
  const failed = URL.parse(/ at (\S+)/.exec(message)?.[1] ?? "") ?? url;
  const failure = session.proxy.failureFor(failed) ?? session.proxy.failureFor(url);
  if (failure && message.includes("net::ERR_")) return connectFailure(url, failure);
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  if (code === undefined) return actionFailure("navigation", error);
  return new ToolFailure("navigation_failed", `${visibleLine(url.href, 200)} could not be loaded: ${code}.`);
}

function connectFailure(url: URL, { kind, reason }: ConnectFailure): ToolFailure {
  const address = visibleLine(url.href, 200);
  if (kind === "refused")
    return new ToolFailure("address_refused", `${address} was not opened: ${visibleLine(reason, 300)}.`);
  const advice = reason.includes("ECONNREFUSED") ? " Is the server running?" : "";
  return new ToolFailure("navigation_failed", `${address} could not be loaded: ${visibleLine(reason, 300)}.${advice}`);
}
