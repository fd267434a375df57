import { access, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { isInside } from "./confine.ts";
import { ignoreOptions } from "./roo-ignore.ts";

/** The rules of one folder's ignore files; they apply to everything below it. */
export interface IgnoreLayer {
  readonly folder: string;
  readonly rules: Ignore;
}

export const ignoreFiles: readonly string[] = [".gitignore", ".ignore"];
const maxRulesBytes = 1024 * 1024;

/** The innermost layer with a matching rule decides. `path` is absolute; a folder's ends with a separator. */
export function isIgnoredBy(layers: readonly IgnoreLayer[], path: string): boolean {
  for (const { folder, rules } of layers.toReversed()) {
    const verdict = rules.test(below(folder, path));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

/** The layer of one folder; undefined if it has no ignore file. `held`: a path to the same folder that cannot be swapped. */
export async function readLayer(folder: string, held: string = folder): Promise<IgnoreLayer | undefined> {
  const texts = await Promise.all(ignoreFiles.map((name) => readRules(join(held, name))));
  const found = texts.filter((text) => text !== undefined);
  if (found.length === 0) return undefined;
  return { folder, rules: ignore(ignoreOptions).add(found.join("\n")) };
}

/**
 * The layers above a folder: up to the root, and beyond it to the repository that contains the workspace.
 * Rules that ignore the workspace, or the requested folder itself, are skipped: its content was requested.
 */
export async function layersAbove(folder: string, root: string): Promise<readonly IgnoreLayer[]> {
  const outer = await layersBetween((await repositoryAround(root)) ?? root, root);
  const wanted = isIgnoredBy(outer, root + sep) ? [] : outer;
  const layers = [...wanted, ...(await layersBetween(root, folder))];
  return isIgnoredBy(layers, folder + sep) ? [] : layers;
}

/** From `top` down to the parent of `folder`. */
async function layersBetween(top: string, folder: string): Promise<readonly IgnoreLayer[]> {
  const layers: IgnoreLayer[] = [];
  for (let current = folder; current !== top && isInside(top, current); ) {
    current = dirname(current);
    const layer = await readLayer(current);
    if (layer) layers.unshift(layer);
  }
  return layers;
}

async function repositoryAround(root: string): Promise<string | undefined> {
  for (let current = root; ; current = dirname(current)) {
    const isRepository = await access(join(current, ".git")).then(
      () => true,
      () => false,
    );
    if (isRepository) return current;
    if (current === dirname(current)) return undefined;
  }
}

async function readRules(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= maxRulesBytes ? await readFile(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function below(folder: string, path: string): string {
  const inner = relative(folder, path).split(sep).join("/");
  return path.endsWith(sep) ? `${inner}/` : inner;
}
