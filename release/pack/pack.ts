import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createTar } from "../archive/tar.ts";
import { type PublishedPackage, publishedPackages } from "../packages.ts";
import { type Manifest, readManifest, root } from "../workspace.ts";
import { emitDeclarations } from "./declarations.ts";
import { packageFiles } from "./package-files.ts";

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly hasApi: boolean;
  /** The path of the tarball. */
  readonly tarball: string;
  readonly tarballBytes: number;
  /** Path in the package → content. */
  readonly files: ReadonlyMap<string, Buffer>;
}

interface PackOptions {
  readonly into: string;
  /** `owner/name` on GitHub. */
  readonly repository?: string | undefined;
}

/** Writes the tarballs of all published packages. The CLI must have been built. */
export async function packPackages({ into, repository }: PackOptions): Promise<PackedPackage[]> {
  await mkdir(into, { recursive: true });
  const declarations = await mkdtemp(join(tmpdir(), "roo-declarations-"));
  try {
    const bundled = publishedPackages.filter(({ bundle }) => bundle !== undefined);
    await emitDeclarations(
      bundled.map(({ folder }) => folder),
      declarations,
    );
    const packed: PackedPackage[] = [];
    for (const each of publishedPackages)
      packed.push(await writeTarball(each, await packageFiles(each, { declarations, repository }), into));
    return packed;
  } finally {
    await rm(declarations, { recursive: true, force: true });
  }
}

/** npm's own time for the files of packages, so that the same content gives the same tarball. */
const packageTime = Date.parse("1985-10-26T08:15:00Z") / 1000;

async function writeTarball(
  { folder, hasApi }: PublishedPackage,
  files: ReadonlyMap<string, Buffer>,
  into: string,
): Promise<PackedPackage> {
  const manifest = readManifest(join(root, folder));
  const { name, version } = manifest;
  const content = await promisify(gzip)(createTar(entriesOf(files, manifest), packageTime), { level: 6 });
  const tarball = join(into, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  await writeFile(tarball, content);
  return { name, version, hasApi, tarball, tarballBytes: content.length, files };
}

function entriesOf(files: ReadonlyMap<string, Buffer>, { bin = {} }: Manifest) {
  const programs = new Set(Object.values(bin));
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => ({
      type: "file" as const,
      path: `package/${path}`,
      content,
      isExecutable: programs.has(path),
    }));
}
