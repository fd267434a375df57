import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../workspace.ts";

/** A package from npm, as it is installed. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** As its manifest says it: an SPDX expression, or anything else. */
  readonly license: string;
  readonly folder: string;
}

export function readInstalled(folder: string): InstalledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as InstalledManifest;
  const { name, version, license, licenses } = manifest;
  const named =
    typeof license === "string" ? license : (license?.type ?? licenses?.map(({ type }) => type).join(" OR "));
  return { name, version, license: named ?? "none", folder };
}

interface InstalledManifest {
  readonly name: string;
  readonly version: string;
  /** The objects and lists are what npm accepted long ago. */
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The dependencies of a folder and theirs, without packages of this repository and those for other platforms. */
export function dependenciesBelow(folder: string): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const queue = [realpathSync(folder)];
  const seen = new Set(queue);
  for (const at of queue) {
    if (at.includes("/node_modules/")) found.set(at, readInstalled(at));
    for (const name of dependencyNames(at)) {
      const below = findPackage(name, at);
      if (below === undefined || seen.has(below)) continue;
      seen.add(below);
      queue.push(below);
    }
  }
  return sorted([...found.values()]);
}

function dependencyNames(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as InstalledManifest;
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
}

/** As Node finds it: in the `node_modules` next to the importer, or above. */
export function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
  }
  return undefined;
}

/** The packages that source files belong to, from paths such as `node_modules/.pnpm/a@1/node_modules/a/index.js`. */
export function packagesOfFiles(files: readonly string[]): InstalledPackage[] {
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return sorted([...new Set(folders)].map((folder) => readInstalled(realpathSync(join(root, folder)))));
}

export function sorted(packages: readonly InstalledPackage[]): InstalledPackage[] {
  const key = ({ name, version }: InstalledPackage) => `${name}@${version}`;
  const unique = new Map(packages.map((each) => [key(each), each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}
