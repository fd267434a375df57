import { basename, join } from "node:path";
import { build } from "esbuild";
import { readManifest, root, workspaceFolders } from "../workspace.ts";
import { bundleDeclarations } from "./declarations.ts";

export interface BundledLibrary {
  /** Path relative to `dist/` → content: code, source maps, declarations. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What is left to import from other packages. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The `exports` of the published manifest. */
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Bundles a library and its declarations. Other packages of this repository are included; those of npm are not. */
export async function bundleLibrary(
  folder: string,
  platform: "node" | "neutral",
  declarations: string,
): Promise<BundledLibrary> {
  const sources = Object.entries(readManifest(join(root, folder)).exports ?? {});
  const entries = Object.fromEntries(sources.map(([, source]) => [basename(source, ".ts"), source]));
  const installed = npmDependencies(folder);
  const { outputFiles, metafile } = await build({
    entryPoints: Object.entries(entries).map(([name, source]) => ({ in: join(root, folder, source), out: name })),
    absWorkingDir: root,
    outdir: "dist",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform,
    mainFields: ["module", "main"],
    target: "es2023",
    sourcemap: true,
    external: ["node:*", ...installed.keys()],
    legalComments: "none",
    logLevel: "error",
  });
  const types = await bundleDeclarations({ entries, folder, declarations });
  const files = new Map(
    outputFiles.map(({ path, contents }) => [path.slice(join(root, "dist/").length), Buffer.from(contents)]),
  );
  for (const [name, text] of types) files.set(name, Buffer.from(text));
  const imported = new Set([
    ...Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, external }) => (external ? [path] : [])),
    ),
    ...[...types.values()].flatMap((text) =>
      [...text.matchAll(/\bfrom ['"]([^'"]+)['"]/g)].map(([, name = ""]) => name),
    ),
  ]);
  return { files, dependencies: versionsOf(imported, installed), exports: exportsOf(sources) };
}

/** Name → version of the npm packages that a package or another one of this repository below it depends on. */
function npmDependencies(folder: string): ReadonlyMap<string, string> {
  const folders = workspaceFolders();
  const found = new Map<string, string>();
  const queue = [folder];
  for (const at of queue)
    for (const name of Object.keys(readManifest(join(root, at)).dependencies ?? {})) {
      const below = folders.get(name);
      if (below === undefined) found.set(name, readManifest(join(root, at, "node_modules", name)).version);
      else if (!queue.includes(below)) queue.push(below);
    }
  return found;
}

/** Later compatible versions are accepted: a program that also uses the package should not get a second copy of it. */
function versionsOf(imported: ReadonlySet<string>, installed: ReadonlyMap<string, string>): Record<string, string> {
  const used = [...installed].filter(([name]) => [...imported].some((id) => id === name || id.startsWith(`${name}/`)));
  return Object.fromEntries(used.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, version]) => [name, `^${version}`]));
}

function exportsOf(sources: readonly (readonly [string, string])[]): Record<string, unknown> {
  const entries = sources.map(([subpath, source]) => {
    const name = basename(source, ".ts");
    return [subpath, { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }];
  });
  return { ...Object.fromEntries(entries), "./package.json": "./package.json" };
}
