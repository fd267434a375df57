import { type BrowserAction, ToolFailure } from "@roo-code/types";
import type { Locator, Page } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { findElement, parseHandle } from "./find-element.ts";
import { goBack, navigate } from "./navigate.ts";
import { keyName, parsePoint, parseSize, sizeText, type WindowSize } from "./parse-input.ts";

/** Every action except close. Throws what Playwright throws, or `ToolFailure`. */
export async function performAction(
  session: BrowserSession,
  action: Exclude<BrowserAction, { action: "close" }>,
  signal: AbortSignal,
): Promise<void> {
  if (action.action === "launch" || action.action === "navigate") return navigate(session, action.url, signal);
  if ("element" in action && action.element !== undefined) session.viewKind = "snapshot";
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
      session.viewKind = action.action;
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
  session.viewKind = "screenshot";
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

interface ScrollRequest {
  readonly element: string | undefined;
  readonly direction: "up" | "down";
  readonly size: WindowSize;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Scrolls by most of the visible height and reports the new position. */
async function scrollPage(page: Page, request: ScrollRequest): Promise<string> {
  const { element, direction, size, timeoutMs, signal } = request;
  const start = element === undefined ? page.locator(":root") : page.getByRef(element);
  const point = element === undefined ? { x: size.width / 2, y: size.height / 2 } : undefined;
  const order = { sign: direction === "down" ? 1 : -1, point };
  const { moved, top, height } = await start.evaluate(scrollAround, order, { timeout: timeoutMs, signal });
  if (moved === 0) return `Nothing was scrolled: this is the ${direction === "down" ? "end" : "beginning"}.`;
  return `Scrolled ${direction} by ${Math.abs(moved)} px, to ${top} of ${height} px.`;
}

/** The parts of the page's DOM that are used here. */
interface PageElement {
  readonly ownerDocument: PageDocument;
  readonly parentElement: PageElement | null;
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollBy(options: { top: number; behavior: "instant" }): void;
}

interface PageDocument {
  readonly scrollingElement: PageElement | null;
  readonly documentElement: PageElement;
  readonly defaultView: { getComputedStyle(element: PageElement): { readonly overflowY: string } } | null;
  elementFromPoint(x: number, y: number): PageElement | null;
}

interface ScrollOrder {
  readonly sign: number;
  /** Where to start instead of the element. */
  readonly point: { readonly x: number; readonly y: number } | undefined;
}

interface ScrollOutcome {
  readonly moved: number;
  readonly top: number;
  readonly height: number;
}

/** Runs in the page, so it must not refer to anything outside: scrolls the nearest scrollable ancestor, or the document. */
function scrollAround(element: PageElement, { sign, point }: ScrollOrder): ScrollOutcome {
  const document = element.ownerDocument;
  const whole = document.scrollingElement ?? document.documentElement;
  const canMove = (node: PageElement): boolean => {
    if (node !== whole && !/auto|scroll/.test(document.defaultView?.getComputedStyle(node).overflowY ?? ""))
      return false;
    return sign > 0 ? node.scrollTop < node.scrollHeight - node.clientHeight - 1 : node.scrollTop > 0;
  };
  let node = point ? document.elementFromPoint(point.x, point.y) : element;
  while (node && !canMove(node)) node = node.parentElement;
  const moving = node ?? whole;
  const before = moving.scrollTop;
  moving.scrollBy({ top: sign * Math.round(moving.clientHeight * 0.8), behavior: "instant" });
  return {
    moved: Math.round(moving.scrollTop - before),
    top: Math.round(moving.scrollTop),
    height: moving.scrollHeight,
  };
}
