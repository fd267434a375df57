import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** In a packaged program beside its entry, or one above its chunks; in development this package. */
const parents = ["./evals/", "../evals/", "../"];

/** The path of a packaged file or folder: a suite, a test runner. Throws when it is missing. */
export function findPackaged(path: string): string {
  const candidates = parents.map((parent) => fileURLToPath(new URL(parent + path, import.meta.url)));
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error(`${path} is not packaged with this program.`);
  return found;
}
