import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderEntries } from "../archive/folder-entries.ts";
import { archiveName, executableName } from "../finish/release-files.ts";
import { lockedIntegrity } from "../finish/sbom.ts";
import { writeDebianPackage } from "./debian-package.ts";
import { writeArchive, writeExecutable } from "./executable.ts";
import { type Platform, thisPlatform } from "./platforms.ts";
import { stagePlatform } from "./stage.ts";
import { verifyLocked } from "./verify-locked.ts";

interface PlatformBuild {
  readonly platform: Platform;
  readonly version: string;
  /** The packed CLI. */
  readonly tarball: string;
  /** The time of every file, so that a rebuild gives the same bytes. */
  readonly seconds: number;
  readonly into: string;
}

/** Builds the archive, the executable and the `.deb` of a platform, and runs the demo if it is this one. */
export async function buildPlatform({ platform, version, tarball, seconds, into }: PlatformBuild): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "roo-platform-"));
  try {
    verifyLocked(await stagePlatform({ platform, tarball, into: folder }), lockedIntegrity());
    const archive = join(into, archiveName(version, platform));
    await writeArchive(folderEntries(folder, `roo-${version}-${platform.name}`), seconds, archive);
    const executable = join(into, executableName(version, platform));
    await writeExecutable({ name: `${version}-${platform.name}`, archive, into: executable });
    const architecture = platform.debianArchitecture;
    if (architecture !== undefined) {
      const deb = join(into, `roo-code_${version}_${architecture}.deb`);
      await writeDebianPackage({ folder, version, architecture, seconds, into: deb });
    }
    if (platform.name === thisPlatform) await tryExecutable(executable, version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts it as a new user would: with an empty home, and no Node on the PATH. Throws if the demo does not succeed. */
async function tryExecutable(executable: string, version: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "roo-home-"));
  const env = { HOME: home, PATH: "/usr/bin:/bin", CI: "1", NO_COLOR: "1" };
  try {
    const printed = await promisify(execFile)(executable, ["--version"], { env });
    if (!printed.stdout.startsWith(`${version} `)) throw new Error(`${executable} prints ${printed.stdout}`);
    await promisify(execFile)(executable, ["demo"], { env });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
