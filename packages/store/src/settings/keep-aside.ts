import { existsSync, renameSync } from "node:fs";
import { basename } from "node:path";
import type { Clock } from "@roo-code/types";

/** Moves what is broken out of the way, whatever it is, and gives its new name. */
export function keepAside(path: string, clock: Clock): string {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, "");
  const aside = freeName(`${path}.broken-${stamp}`);
  renameSync(path, aside);
  return basename(aside);
}

/** A name that nothing has: what was kept once is not overwritten. */
export function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(candidate)) return candidate;
  }
}
