import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.ts";

const file = join(root, "bench", "peer-figures.json");

/** What `pnpm bench peers` measured last. */
export interface PeerFigures {
  readonly at: string;
  /** Of each agent, by its name. */
  readonly versions: Readonly<Record<string, string>>;
  /** By row of the budget, then by agent. */
  readonly figures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function readPeerFigures(): PeerFigures {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function writePeerFigures(figures: PeerFigures): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
