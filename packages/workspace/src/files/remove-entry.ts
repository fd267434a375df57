import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import type { HeldFolder } from "./held-folder.ts";

/** How long it keeps other work waiting. */
const breathAfterMs = 25;

/**
 * Removes a file or link, or a folder with all that is in it, and never what a link leads to: not even one that takes a
 * folder's place meanwhile. Throws the system's errors.
 */
export async function removeEntry(folder: HeldFolder, name: string): Promise<void> {
  const removal = removeSteps(folder, name);
  let breath = performance.now();
  while (!removal.next().done) {
    if (performance.now() - breath < breathAfterMs) continue;
    await setImmediate();
    breath = performance.now();
  }
}

/** The same in one go. */
export function removeEntryNow(folder: HeldFolder, name: string): void {
  for (const _ of removeSteps(folder, name));
}

/** Pauses before each entry of a folder. */
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
        // Somebody else was first.
        if (systemErrorCode(error) !== "ENOENT") throw error;
      }
    }
  }
  rmdirSync(folder.at(name));
}
