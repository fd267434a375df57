import type { Page } from "playwright-core";
import type { WindowSize } from "./parse-input.ts";

interface ScrollRequest {
  readonly element: string | undefined;
  readonly direction: "up" | "down";
  readonly size: WindowSize;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Scrolls by most of the visible height and reports the new position. */
export async function scrollPage(page: Page, request: ScrollRequest): Promise<string> {
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
