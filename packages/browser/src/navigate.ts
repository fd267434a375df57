import { ToolFailure } from "@roo-code/types";
import type { Page, Response } from "playwright-core";
import { admitUrl } from "./admit-url.ts";
import type { BrowserSession } from "./browser-session.ts";
import { DeadlinePassed, withDeadline } from "./deadline.ts";
import { actionFailure } from "./failure.ts";
import type { Trouble } from "./network/guard.ts";
import { visibleLine } from "./visible-text.ts";

/** Loads an address that the model names. */
export async function navigate(session: BrowserSession, address: string, signal: AbortSignal): Promise<void> {
  const url = admitUrl(address);
  session.proxy.open(url);
  const page = await session.tabs.replaceCrashed();
  try {
    const response = await load({ session, page, url, signal });
    if (response) await refuseOwnAnswer(session, response);
  } catch (error) {
    signal.throwIfAborted();
    const failure = navigationFailure(session, url, error);
    if (failure.code === "navigation_timeout") await giveUpDeaf(session, page, signal);
    throw failure;
  }
}

interface Loading {
  readonly session: BrowserSession;
  readonly page: Page;
  readonly url: URL;
  readonly signal: AbortSignal;
}

/** null when the page went on to another by itself. */
async function load({ session, page, url, signal }: Loading): Promise<Response | null> {
  const timeout = session.timeouts.navigationMs;
  const loading = page.goto(url.href, { waitUntil: "domcontentloaded", timeout, signal });
  try {
    return await withDeadline(loading, { timeoutMs: timeout + 2000, signal });
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    if (said.includes("interrupted by another navigation")) return null;
    // The browser's error page comes late, and would interrupt what is done next.
    if (said.includes("net::ERR_") && !said.includes("net::ERR_ABORTED"))
      await page.waitForURL(/^chrome-error:/, { timeout: 1000, signal }).catch(() => undefined);
    throw error;
  }
}

/** The proxy's own page in place of one that could not be had. */
async function refuseOwnAnswer(session: BrowserSession, response: Response): Promise<void> {
  if ((await response.headerValue("x-roo-guard")) !== session.proxy.mark) return;
  const url = new URL(response.url());
  throw troubleFailure(url, session.proxy.troubleOf(url) ?? { kind: "failed", reason: "no answer" });
}

/** A server may be slow; but a page whose script never ends would keep every other address from being loaded too. */
async function giveUpDeaf({ watch }: BrowserSession, page: Page, signal: AbortSignal): Promise<void> {
  await withDeadline(answers(page), { timeoutMs: 2000, signal }).catch(() => watch.giveUp(page));
}

/** Never settles for a page that does not. While something is being loaded, Chromium asks no page anything. */
async function answers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.stopLoading");
  await page.evaluate("1");
  await devtools.detach();
}

function navigationFailure(session: BrowserSession, url: URL, error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof DeadlinePassed || /Timeout \d+ms exceeded/.test(said))
    return new ToolFailure(
      "navigation_timeout",
      `${visibleLine(url.href, 200)} did not load within ${session.timeouts.navigationMs / 1000} s. Look at what is there with snapshot, or try again.`,
    );
  if (said.includes("Download is starting"))
    return new ToolFailure(
      "download_refused",
      `${visibleLine(url.href, 200)} is a download, which the browser does not take. Fetch it with a command.`,
    );
  const failed = URL.parse(/ at (\S+)/.exec(said)?.[1] ?? "") ?? url;
  const trouble = session.proxy.troubleOf(failed) ?? session.proxy.troubleOf(url);
  if (trouble && said.includes("net::ERR_")) return troubleFailure(url, trouble);
  const code = /net::(ERR_\w+)/.exec(said)?.[1];
  if (code === undefined) return actionFailure("navigation", error);
  return new ToolFailure("navigation_failed", `${visibleLine(url.href, 200)} could not be loaded: ${code}.`);
}

function troubleFailure(url: URL, { kind, reason }: Trouble): ToolFailure {
  const address = visibleLine(url.href, 200);
  if (kind === "refused")
    return new ToolFailure("address_refused", `${address} was not opened: ${visibleLine(reason, 300)}.`);
  const advice = reason.includes("ECONNREFUSED") ? " Is the server running?" : "";
  return new ToolFailure("navigation_failed", `${address} could not be loaded: ${visibleLine(reason, 300)}.${advice}`);
}
