import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** In a packaged program: next to its entry point, or one level above its chunks. In development: this package. */
const parents = ["./evals/", "../evals/", "../"];

/** The path of a packaged file or folder, such as a suite or a test runner. Throws if it is missing. */
export function findPackaged(path: string): string {
  const candidates = parents.map((parent) => fileURLToPath(new URL(parent + path, import.meta.url)));
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error(`${path} is not packaged with this program.`);
  return found;
}
