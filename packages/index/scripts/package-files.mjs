import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const extensions = /\.(ts|js|mjs|cjs|tsx|jsx|md)$/;
const maxFileBytes = 400_000;
const maxPackageCharacters = 4_000_000;
/** Packages that retrieval is measured on are excluded. */
const heldOut = /^(fastify|zod)@/;

export function packageFolders(store) {
  return readdirSync(store)
    .filter((name) => name.includes("@") && !heldOut.test(name))
    .sort()
    .map((name) => join(store, name));
}

/** The distinct texts of a package, up to a limit, so that no package outweighs the others. */
export function* packageTexts(folder, seen = new Set()) {
  let left = maxPackageCharacters;
  for (const file of sourceFiles(folder)) {
    const text = readFileSync(file, "utf8");
    const mark = `${text.length} ${text.slice(0, 2000)}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    yield text;
    left -= text.length;
    if (left < 0) return;
  }
}

/** As `src/words.ts` splits names: at changes of case, digits and punctuation. */
export function* wordsIn(text) {
  for (const [name] of text.matchAll(/[A-Za-z]{2,60}/g)) {
    for (const [word] of name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) {
      if (word.length >= 2 && word.length <= 20) yield word.toLowerCase();
    }
  }
}

function sourceFiles(folder, depth = 0) {
  if (depth > 9) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  const files = entries
    .filter((entry) => entry.isFile() && extensions.test(entry.name) && !entry.name.includes(".min."))
    .map((entry) => join(folder, entry.name))
    .filter((file) => statSync(file).size <= maxFileBytes);
  const below = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return [...files, ...below.flatMap((inner) => sourceFiles(inner, depth + 1))];
}
