import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where a packaged program keeps our folders: beside its entry, or one above its chunks. Else they are in this package. */
const places = ["./evals/", "../evals/", "../"];

/** A folder or file of ours that is not code of this program: a suite, a program that runs tests. Throws where it is not. */
export function findPackaged(path: string): string {
  const candidates = places.map((place) => fileURLToPath(new URL(place + path, import.meta.url)));
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error(`${path} is not packaged with this program.`);
  return found;
}
