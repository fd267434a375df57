import { readdirSync } from "node:fs";
import { join } from "node:path";
import { realPath } from "./real-path.ts";

const mostEntries = 5_000;
const mostStars = 4;

/**
 * Where the files lead that a glob of bash's stands for, relative to the root. `[…]` is taken for any character: rather one
 * file too many. Undefined when there is too much to look at.
 */
export function expandGlob(root: string, glob: string): readonly string[] | undefined {
  let looked = 0;
  let paths = [glob.startsWith("/") ? "/" : "."];
  for (const segment of glob.split("/").filter(Boolean)) {
    if (!/[*?[]/.test(segment)) {
      paths = paths.map((path) => join(path, segment));
      continue;
    }
    const pattern = patternOf(segment);
    if (!pattern) return undefined;
    const found: string[] = [];
    for (const path of paths) {
      const names = namesIn(join(path.startsWith("/") ? "/" : root, path));
      looked += names.length;
      if (looked > mostEntries) return undefined;
      found.push(...names.filter((name) => pattern.test(name)).map((name) => join(path, name)));
    }
    paths = found;
  }
  const real = paths.map((path) => realPath(root, path));
  return real.every((path) => path !== undefined) ? real : undefined;
}

function patternOf(segment: string): RegExp | undefined {
  if (segment.split("*").length - 1 > mostStars) return undefined;
  const tokens = segment.replace(/\*+/g, "*").match(/\[[^\]]+\]|[^[]|\[/g) ?? [];
  const source = tokens.map((token) => {
    if (token === "*") return ".*";
    return token === "?" || token.startsWith("[") ? "." : token.replace(/[.+^${}()|\\\]]/g, "\\$&");
  });
  // Names with a dot in front are only meant where it is written.
  return new RegExp(`^${segment.startsWith(".") ? "" : "(?!\\.)"}${source.join("")}$`, "su");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
