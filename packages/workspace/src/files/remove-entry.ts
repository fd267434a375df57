import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import type { HeldFolder } from "./held-folder.ts";

/** How long this blocks the event loop. */
const yieldAfterMs = 25;

/**
 * Removes a file or link, or a folder with its content, and never the target of a link: not even of one that replaces a
 * folder in the meantime. Throws file system errors.
 */
export async function removeEntry(folder: HeldFolder, name: string): Promise<void> {
  const removal = removeSteps(folder, name);
  let lastYield = performance.now();
  while (!removal.next().done) {
    if (performance.now() - lastYield < yieldAfterMs) continue;
    await setImmediate();
    lastYield = performance.now();
  }
}

/** The same without yielding. */
export function removeEntryNow(folder: HeldFolder, name: string): void {
  for (const _ of removeSteps(folder, name));
}

/**
 * Pauses before each entry of a folder.
 * @internal
 */
export function* removeSteps(folder: HeldFolder, name: string): Generator<undefined, void> {
  if (!folder.stat(name)?.isDirectory()) {
    unlinkSync(folder.at(name));
    return;
  }
  {
    using inner = folder.enter(name);
    for (const entry of readdirSync(inner.path)) {
      yield;
      try {
        yield* removeSteps(inner, entry);
      } catch (error) {
        // Removed by someone else.
        if (systemErrorCode(error) !== "ENOENT") throw error;
      }
    }
  }
  rmdirSync(folder.at(name));
}
