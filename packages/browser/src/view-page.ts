import type { BrowserView, ImagePart } from "@roo-code/types";
import type { Page } from "playwright-core";
import { boundSnapshot, subtreeOf } from "./bound-snapshot.ts";
import type { BrowserSession } from "./browser-session.ts";
import { parseHandle, unknownElement } from "./find-element.ts";
import { visibleLine } from "./visible-text.ts";
import { sizeText } from "./window-geometry.ts";

/** What the model gets to see; `element` narrows a snapshot to a part of the page. */
export async function viewPage(
  session: BrowserSession,
  { element, signal }: { element: string | undefined; signal: AbortSignal },
): Promise<BrowserView> {
  const page = await session.page();
  const patience = { timeout: session.timeouts.actionMs, signal };
  const seen =
    session.look === "screenshot"
      ? { screenshot: await takeScreenshot(page, patience) }
      : { snapshot: await takeSnapshot(page, element, patience) };
  return {
    url: visibleLine(page.url(), 500),
    title: visibleLine(await page.title(), 200),
    size: sizeText(session.size),
    ...seen,
    notes: session.watch.notes.take(),
    problems: session.watch.problems.take(),
  };
}

interface Patience {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** Always of the whole page: a snapshot of a part would take all other handles away. */
async function takeSnapshot(page: Page, element: string | undefined, patience: Patience): Promise<string> {
  const tree = await page.ariaSnapshot({ mode: "ai", ...patience });
  if (element === undefined) return boundSnapshot(tree);
  const part = subtreeOf(tree, parseHandle(element));
  if (part === undefined) throw unknownElement(element);
  return boundSnapshot(part);
}

const maxScreenshotBytes = 1024 * 1024;

/** JPEG, which every model takes. A busy page gets a coarser picture rather than a larger one. */
async function takeScreenshot(page: Page, patience: Patience): Promise<ImagePart> {
  let bytes: Uint8Array = new Uint8Array();
  for (const quality of [80, 50, 25, 10]) {
    bytes = await page.screenshot({ type: "jpeg", quality, scale: "css", ...patience });
    if (bytes.length <= maxScreenshotBytes) break;
  }
  return { type: "image", mediaType: "image/jpeg", data: Buffer.from(bytes).toString("base64") };
}
