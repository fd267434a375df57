import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Platform, platforms } from "../platform/platforms.ts";

/** What was built for a platform. */
export interface PlatformFiles {
  readonly platform: Platform;
  readonly executable: ReleaseFile;
  readonly archive: ReleaseFile;
}

interface ReleaseFile {
  readonly name: string;
  readonly sha256: string;
}

export function executableName(version: string, { name }: Platform): string {
  return `roo-${version}-${name}`;
}

export function archiveName(version: string, { name }: Platform): string {
  return `roo-${version}-${name}.tar.gz`;
}

/** The platforms of which a folder has both files, whichever machines they were built on. */
export async function findPlatforms(folder: string, version: string): Promise<PlatformFiles[]> {
  const found: PlatformFiles[] = [];
  for (const platform of platforms) {
    const names = [executableName(version, platform), archiveName(version, platform)] as const;
    if (!names.every((name) => existsSync(join(folder, name)))) continue;
    const [executable, archive] = await Promise.all([describe(folder, names[0]), describe(folder, names[1])]);
    found.push({ platform, executable, archive });
  }
  return found;
}

const sumsFile = "SHA256SUMS";

/** The text of `SHA256SUMS`: every other file of a folder, as `sha256sum --check` reads it. */
export async function checksums(folder: string): Promise<string> {
  const names = readdirSync(folder).filter((name) => name !== sumsFile);
  const files = await Promise.all(names.sort().map((name) => describe(folder, name)));
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
}

async function describe(folder: string, name: string): Promise<ReleaseFile> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(join(folder, name))) digest.update(chunk as Buffer);
  return { name, sha256: digest.digest("hex") };
}
