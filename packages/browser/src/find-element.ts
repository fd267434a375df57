import { ToolFailure } from "@roo-code/types";
import type { Locator, Page } from "playwright-core";

/** The element of a handle. Throws at once for a handle that is not in the last snapshot or whose element is gone. */
export async function findElement(page: Page, handle: string): Promise<Locator> {
  const locator = page.getByRef(parseHandle(handle));
  if ((await locator.count().catch(() => 0)) === 1) return locator;
  throw unknownElement(handle);
}

export function unknownElement(handle: string): ToolFailure {
  return new ToolFailure(
    "unknown_element",
    `There is no element ${handle.slice(0, 40)} on the page any more. Take a snapshot and use a handle from it.`,
  );
}

/** Models write `e12`, `ref=e12` and `[ref=e12]`. */
export function parseHandle(text: string): string {
  const handle = /^\W*(?:ref\W+)?((?:f\d+)?e\d+)\W*$/.exec(text.trim())?.[1];
  if (handle !== undefined) return handle;
  throw new ToolFailure(
    "invalid_element",
    `"${text.slice(0, 40)}" is not an element handle. Handles look like e12 and are shown in the snapshot.`,
  );
}
