import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Flag, flag } from "./flag-policy.ts";

export interface WatchedFiles {
  /** The copy that is graded, and the files of its tests. */
  readonly folder: string;
  readonly tests: readonly string[];
  /** Our own programs that run them. */
  readonly runners: string;
  /** Where our programs, and nobody else, write what came of the tests; undefined where a command of the suite does. */
  readonly results: string | undefined;
  /** How each line of what our programs saw begins. */
  readonly nonce: string;
}

/** Everything of ours that may lie among the results. */
const ownResults = new Set(["order", "witness", "events", "printed"]);

/**
 * Tests run in one process with what they test, which can therefore change them on the disk before they are read. Taken before a command
 * runs; the function it gives says afterwards what was changed meanwhile. A file that was put back as it was has a new time of change.
 */
export function watchTests({ folder, tests, runners, results, nonce }: WatchedFiles): () => readonly Flag[] {
  const files = [...tests.map((path) => join(folder, path)), ...filesIn(runners).map((path) => join(runners, path))];
  const before = new Map(files.map((file) => [file, stateOf(file)]));
  return () => [
    ...files
      .filter((file) => stateOf(file) !== before.get(file))
      .map((file) => flag("altered-tests", nameOf(file, folder))),
    ...(results === undefined ? [] : forgeries(results, nonce)).map((path) => flag("forged-results", path)),
  ];
}

function forgeries(results: string, nonce: string): readonly string[] {
  return filesIn(results).filter(
    (path) => !ownResults.has(path) || (path === "witness" && !isOurs(join(results, path), nonce)),
  );
}

function isOurs(witness: string, nonce: string): boolean {
  return readFileSync(witness, "utf8")
    .split("\n")
    .every((line) => line === "" || line.startsWith(`${nonce} `));
}

function stateOf(file: string): string {
  try {
    const { ctimeNs, ino } = statSync(file, { bigint: true });
    return `${ino} ${ctimeNs} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
  } catch {
    return "gone";
  }
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function nameOf(file: string, folder: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}
