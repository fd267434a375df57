import { readFile, stat } from "node:fs/promises";
import type { MergeOutcome, SubtaskConflict } from "@roo-code/types";

const mostBytes = 10_000;
const mostBytesInAll = 40_000;

/** Conflicts with what was set aside for each, as long as there is room. Never rejects: what cannot be read is named only. */
export async function withVersions(conflicts: MergeOutcome["conflicts"]): Promise<SubtaskConflict[]> {
  const told: SubtaskConflict[] = [];
  let room = mostBytesInAll;
  for (const conflict of conflicts) {
    const version = await shortText(conflict.aside, Math.min(room, mostBytes));
    room -= version === undefined ? 0 : Buffer.byteLength(version);
    told.push(version === undefined ? conflict : { ...conflict, version });
  }
  return told;
}

async function shortText(path: string, most: number): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > most) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
