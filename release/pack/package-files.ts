import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { buildInformation } from "../../apps/cli/build-information.ts";
import { commandTree } from "../../apps/cli/src/help/command-tree.ts";
import { manPage } from "../../apps/cli/src/help/man-page.ts";
import type { PublishedPackage } from "../packages.ts";
import { packagesInBuild, packagesInCli } from "../third-party/bundled-packages.ts";
import { noticesOf } from "../third-party/notices.ts";
import { type Manifest, readManifest, root } from "../workspace.ts";
import { bundleLibrary } from "./bundle-library.ts";
import { publishedManifest } from "./published-manifest.ts";

interface FileOptions {
  /** Where `emitDeclarations` wrote. */
  readonly declarations: string;
  readonly repository: string | undefined;
}

/** Path in the package → content. */
export async function packageFiles(each: PublishedPackage, options: FileOptions): Promise<Map<string, Buffer>> {
  const manifest = readManifest(join(root, each.folder));
  const { files, ...fields } = await contentOf(each, manifest, options);
  const listed = [...new Set([...files.keys()].map((path) => path.split("/", 1)[0] ?? ""))];
  const published = publishedManifest({ manifest, repository: options.repository, files: listed, ...fields });
  return new Map([
    ["package.json", Buffer.from(`${JSON.stringify(published, null, 2)}\n`)],
    ["README.md", await readFile(join(root, each.readme))],
    ["LICENSE", await readFile(join(root, "LICENSE"))],
    ...files,
  ]);
}

interface Content {
  readonly files: Map<string, Buffer>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly man?: readonly string[];
}

async function contentOf(each: PublishedPackage, manifest: Manifest, { declarations }: FileOptions): Promise<Content> {
  if (each.bundle) {
    const { files, ...fields } = await bundleLibrary(each.folder, each.bundle.platform, declarations);
    return { files: new Map([...files].map(([path, content]) => [`dist/${path}`, content])), ...fields };
  }
  const folder = join(root, each.folder);
  const files = await builtFiles(folder);
  const isCli = manifest.bin !== undefined;
  const included = isCli ? packagesInCli() : packagesInBuild(folder);
  if (included.length > 0) files.set("THIRD-PARTY-NOTICES.txt", Buffer.from(noticesOf(included)));
  const dependencies = npmDependencies(folder, manifest);
  if (!isCli) return { files, dependencies };
  const { date } = buildInformation(root);
  files.set("man/roo.1", Buffer.from(manPage(commandTree, { version: manifest.version, date })));
  return { files, dependencies, man: ["man/roo.1"] };
}

/** Without packages of this repository, which are bundled, and with the version in place of `catalog:`. */
function npmDependencies(folder: string, { dependencies = {} }: Manifest): Record<string, string> {
  const ofNpm = Object.entries(dependencies).filter(([, version]) => !version.startsWith("workspace:"));
  const versionOf = (name: string, version: string) =>
    version.startsWith("catalog:") ? `^${readManifest(join(folder, "node_modules", name)).version}` : version;
  return Object.fromEntries(ofNpm.map(([name, version]) => [name, versionOf(name, version)]));
}

/** What the package's own build wrote. */
async function builtFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(join(folder, "dist"), { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    // Which source is in which chunk: for `pnpm bench budget`.
    // Compiled code is found by the path it was compiled at.
    .filter((path) => path !== join("dist", "modules.json") && !path.startsWith(join("dist", "compiled")));
  const files = new Map<string, Buffer>();
  for (const path of paths) files.set(path, await readFile(join(folder, path)));
  return files;
}
