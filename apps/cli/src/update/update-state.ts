import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What is remembered between starts, in `cache/update.json` of the state folder. */
export interface UpdateState {
  /** When the registry was last asked, whether it answered or not. */
  readonly checkedAt?: number;
  /** When a notice was last shown. */
  readonly shownAt?: number;
  /** The newest version that the registry knew. */
  readonly latest?: string;
}

/** Empty if there is none, or it cannot be read. */
export function readUpdateState(home: string): UpdateState {
  try {
    const { checkedAt, shownAt, latest }: Record<string, unknown> = JSON.parse(readFileSync(fileOf(home), "utf8"));
    return {
      ...(typeof checkedAt === "number" ? { checkedAt } : {}),
      ...(typeof shownAt === "number" ? { shownAt } : {}),
      ...(typeof latest === "string" ? { latest } : {}),
    };
  } catch {
    return {};
  }
}

/** Throws if the folder is not writable. */
export function writeUpdateState(home: string, state: UpdateState): void {
  const file = fileOf(home);
  mkdirSync(join(home, "cache"), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

function fileOf(home: string): string {
  return join(home, "cache", "update.json");
}
