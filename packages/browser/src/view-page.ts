import type { BrowserView, ImagePart } from "@roo-code/types";
import type { Page } from "playwright-core";
import type { BrowserSession } from "./browser-session.ts";
import { parseHandle, unknownElement } from "./find-element.ts";
import { sizeText } from "./parse-input.ts";
import { visibleLine } from "./visible-text.ts";

/** What the model sees; `element` narrows a snapshot to part of the page. */
export async function viewPage(
  session: BrowserSession,
  { element, signal }: { element: string | undefined; signal: AbortSignal },
): Promise<BrowserView> {
  const page = await session.page();
  const limits = { timeout: session.timeouts.actionMs, signal };
  const seen =
    session.look === "screenshot"
      ? { screenshot: await takeScreenshot(page, limits) }
      : { snapshot: await takeSnapshot(page, element, limits) };
  return {
    url: visibleLine(page.url(), 500),
    title: visibleLine(await page.title(), 200),
    size: sizeText(session.size),
    ...seen,
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

const maxSnapshotLength = 12_000;
const maxLineLength = 300;

/** A page's tree as text, one element a line, short enough for a model. */
export function boundSnapshot(tree: string): string {
  const lines = tree.split("\n").map(boundLine);
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > maxSnapshotLength);
  if (end === -1) return lines.join("\n");
  const shown = lines.slice(0, end);
  return `${shown.join("\n")}\n[… ${lines.length - end} of ${lines.length} lines not shown: take a snapshot of one element to see more of it]`;
}

/** An element of the tree with its descendants; undefined when it is not there. */
function subtreeOf(tree: string, handle: string): string | undefined {
  const lines = tree.split("\n");
  const start = lines.findIndex((line) => line.includes(`[ref=${handle}]`));
  const first = lines[start];
  if (first === undefined) return undefined;
  const depth = indentOf(first);
  const length = lines.slice(start + 1).findIndex((line) => indentOf(line) <= depth);
  const end = length === -1 ? lines.length : start + 1 + length;
  return lines
    .slice(start, end)
    .map((line) => line.slice(depth))
    .join("\n");
}

/** Leading white space is the tree's structure. */
function boundLine(line: string): string {
  const indent = indentOf(line);
  return " ".repeat(Math.min(indent, 80)) + visibleLine(line.slice(indent), maxLineLength);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
