import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface Source {
  readonly path: string;
  /** ASCII only, without line breaks. */
  readonly lines: readonly string[];
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const extensions = new Set([".ts", ".js", ".mjs", ".cjs", ".css", ".html", ".md", ".json", ".yml", ".c", ".h", ".py"]);
const perExtension = 8;

/** Real files: of dependencies, whose versions are pinned, and optionally of this repository. */
export function sources({ withRepository }: { withRepository: boolean }): Source[] {
  const dependencies = [...walk(join(root, "node_modules/.pnpm"), 7)].filter((path) => !path.includes("@roo-code"));
  const own = withRepository ? ["packages", "apps", "docs"].flatMap((folder) => [...walk(join(root, folder), 5)]) : [];
  return [...choose(dependencies), ...choose(own)];
}

function choose(paths: readonly string[]): Source[] {
  const byExtension = new Map<string, Source[]>();
  for (const path of paths) {
    const known = byExtension.get(extname(path)) ?? [];
    if (known.length >= perExtension || isRedundant(path, known)) continue;
    const source = readSource(path);
    if (source) byExtension.set(extname(path), [...known, source]);
  }
  return [...byExtension.values()].flat();
}

/** At most two files per package. */
function isRedundant(path: string, known: readonly Source[]): boolean {
  const folder = dirname(relative(root, path)).split("/").slice(0, 4).join("/");
  return known.filter((source) => source.path.startsWith(folder)).length >= 2;
}

function readSource(path: string): Source | undefined {
  const size = statSync(path).size;
  if (size < 2000 || size > 60_000) return undefined;
  const text = readFileSync(path, "utf8");
  const lines = text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
  const isPlain = /^[\t\n -~]*$/.test(lines.join("\n")) && lines.every((line) => line.length < 300);
  return isPlain && lines.length >= 40 ? { path: relative(root, path), lines } : undefined;
}

function* walk(folder: string, depth: number): Generator<string> {
  if (depth === 0) return;
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "dist" && !(entry.name === "node_modules" && folder.includes("packages")))
      yield* walk(path, depth - 1);
    else if (entry.isFile() && extensions.has(extname(entry.name))) yield path;
  }
}
