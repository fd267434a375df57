import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { HeldFolder } from "./held-folder.ts";

/** How long it keeps other work waiting. */
const breathAfterMs = 25;

/**
 * Removes a file or link, or a folder with all that is in it, and never what a link leads to: not even one that takes a
 * folder's place meanwhile. `opens`: also where the folders' permissions forbid that. Throws the system's errors.
 */
export async function removeEntry(folder: HeldFolder, name: string, { opens = false } = {}): Promise<void> {
  const removal = removeSteps(folder, name, opens);
  let breath = performance.now();
  while (!removal.next().done) {
    if (performance.now() - breath < breathAfterMs) continue;
    await setImmediate();
    breath = performance.now();
  }
}

/** For where nothing can be waited for. */
export function removeEntryNow(folder: HeldFolder, name: string, { opens = false } = {}): void {
  for (const _ of removeSteps(folder, name, opens));
}

function* removeSteps(folder: HeldFolder, name: string, opens: boolean): Generator<undefined, void> {
  if (!folder.stat(name)?.isDirectory()) {
    unlinkSync(folder.at(name));
    return;
  }
  if (opens) folder.setMode(name, 0o700);
  {
    using inner = folder.enter(name);
    for (const entry of readdirSync(inner.path)) {
      yield;
      yield* removeSteps(inner, entry, opens);
    }
  }
  rmdirSync(folder.at(name));
}
