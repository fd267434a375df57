import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
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

function* removeSteps(folder: HeldFolder, name: string): Generator<undefined, void> {
  if (!folder.stat(name)?.isDirectory()) {
    unlinkSync(folder.at(name));
    return;
  }
  {
    using inner = folder.enter(name);
    for (const entry of readdirSync(inner.path)) {
      yield;
      yield* removeSteps(inner, entry);
    }
  }
  rmdirSync(folder.at(name));
}
