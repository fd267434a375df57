import { type BrowserAction, ToolFailure } from "@roo-code/types";
import type { Locator, Page } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { findElement, parseHandle } from "./find-element.ts";
import { navigate } from "./navigate.ts";
import { keyName, parsePoint, parseSize, sizeText } from "./parse-input.ts";
import { scrollPage } from "./scroll-page.ts";

/** Every action except close. Throws what Playwright throws, or `ToolFailure`. */
export async function performAction(
  session: BrowserSession,
  action: Exclude<BrowserAction, { action: "close" }>,
  signal: AbortSignal,
): Promise<void> {
  if (action.action === "launch" || action.action === "navigate") return navigate(session, action.url, signal);
  if ("element" in action && action.element !== undefined) session.look = "snapshot";
  const page = await session.page();
  const limits = { timeout: session.timeouts.actionMs, signal };
  switch (action.action) {
    case "click":
    case "hover":
      return pointAt({ session, page, action, limits });
    case "type":
      return typeText({ page, action, limits });
    case "press":
      return pressKey(page, action.key, limits);
    case "scroll": {
      if (action.element !== undefined) await findElement(page, action.element);
      const element = action.element === undefined ? undefined : parseHandle(action.element);
      const request = { element, direction: action.direction, size: session.size, timeoutMs: limits.timeout, signal };
      return session.watch.notes.add(await scrollPage(page, request));
    }
    case "resize":
      session.size = parseSize(action.size);
      return session.watch.notes.add(`The window is ${sizeText(session.size)} now.`);
    case "dialog":
      session.watch.dialogAnswer = {
        accept: action.answer === "accept",
        text: action.text,
      };
      return session.watch.notes.add(`Dialogs of the page are ${action.answer}ed from now on.`);
    case "back":
      return goBack(session, page, signal);
    case "snapshot":
    case "screenshot":
      session.look = action.action;
  }
}

interface ActionLimits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

async function pointAt(request: {
  session: BrowserSession;
  page: Page;
  action: Extract<BrowserAction, { action: "click" | "hover" }>;
  limits: ActionLimits;
}): Promise<void> {
  const { session, page, action, limits } = request;
  if (action.element !== undefined) {
    const element = await findElement(page, action.element);
    return action.action === "click" ? element.click(limits) : element.hover(limits);
  }
  if (action.coordinate === undefined)
    throw new ToolFailure(
      "missing_target",
      `Name what to ${action.action}: an element of the snapshot, or a coordinate.`,
    );
  session.look = "screenshot";
  const { x, y } = parsePoint(action.coordinate, session.size);
  return action.action === "click" ? page.mouse.click(x, y) : page.mouse.move(x, y);
}

async function typeText(request: {
  page: Page;
  action: Extract<BrowserAction, { action: "type" }>;
  limits: ActionLimits;
}): Promise<void> {
  const { page, action, limits } = request;
  if (action.element === undefined) return typeAtFocus(page, action.text);
  const element = await findElement(page, action.element);
  if (await isList(element, limits)) await element.selectOption(action.text, limits);
  else await element.fill(action.text, limits);
}

/** Long text is inserted at once: key by key it would take seconds. */
async function typeAtFocus(page: Page, text: string): Promise<void> {
  if (text.length > 500) await page.keyboard.insertText(text);
  else await page.keyboard.type(text);
}

async function isList(element: Locator, limits: ActionLimits): Promise<boolean> {
  return (await element.evaluate((node: { readonly tagName: string }) => node.tagName, undefined, limits)) === "SELECT";
}

async function pressKey(page: Page, key: string, { signal }: ActionLimits): Promise<void> {
  signal.throwIfAborted();
  try {
    await page.keyboard.press(keyName(key));
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("Unknown key"))) throw error;
    throw new ToolFailure(
      "invalid_key",
      `There is no key "${key.slice(0, 40)}". Use a key such as Enter, Tab, a, or Control+a.`,
    );
  }
}

/** Closes a tab that has no history. */
async function goBack(session: BrowserSession, page: Page, signal: AbortSignal): Promise<void> {
  const options = { waitUntil: "domcontentloaded", timeout: session.timeouts.navigationMs, signal } as const;
  const before = page.url();
  const response = await page.goBack(options);
  if (response || page.url() !== before) return;
  if (await session.tabs.closeCurrent()) return;
  throw new ToolFailure("no_history", "There is no page to go back to.");
}
