import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Flag, flag } from "./flag-policy.ts";

interface WatchedFiles {
  /** The graded copy and its test files. */
  readonly folder: string;
  readonly tests: readonly string[];
  /** Our test runners. */
  readonly runners: string;
  /** The folder for results of our test runners; undefined if a command of the suite writes them. */
  readonly results: string | undefined;
  /** Starts each line of the outcomes file. */
  readonly nonce: string;
}

/** Our own files in the results folder. */
const ownResults = new Set(["input", "outcomes", "events", "printed"]);

/**
 * Tests run in the same process as the solution, which can change them on disk before they are read. Called before a
 * command runs; the returned function reports changes since then. A restored file has a new change time.
 */
export function watchTests({ folder, tests, runners, results, nonce }: WatchedFiles): () => readonly Flag[] {
  const files = [...tests.map((path) => join(folder, path)), ...filesIn(runners).map((path) => join(runners, path))];
  const before = new Map(files.map((file) => [file, fingerprint(file)]));
  return () => [
    ...files
      .filter((file) => fingerprint(file) !== before.get(file))
      .map((file) => flag("altered-tests", nameOf(file, folder))),
    ...(results === undefined ? [] : forgeries(results, nonce)).map((path) => flag("forged-results", path)),
  ];
}

function forgeries(results: string, nonce: string): readonly string[] {
  return filesIn(results).filter(
    (path) => !ownResults.has(path) || (path === "outcomes" && !isOurs(join(results, path), nonce)),
  );
}

function isOurs(file: string, nonce: string): boolean {
  return readFileSync(file, "utf8")
    .split("\n")
    .every((line) => line === "" || line.startsWith(`${nonce} `));
}

function fingerprint(file: string): string {
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
