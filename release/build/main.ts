import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { finishRelease } from "../finish/finish.ts";
import { type PackedPackage, packPackages } from "../pack/pack.ts";
import { buildPlatform } from "../platform/build-platform.ts";
import { choosePlatforms, type Platform, platforms, thisPlatform } from "../platform/platforms.ts";
import { findRepository } from "../repository.ts";
import { root } from "../workspace.ts";

const usage = `pnpm release [--platform all|native|NAME,…] [--repository OWNER/NAME] [--step build|finish]

Builds everything that a release consists of, in dist/release: packages for npm, an executable, an archive and a .deb per platform, a list of
the contents (SBOM), checksums, the install script, a Homebrew formula, and the notes. With --step build, only the files of the platforms; with
--step finish, the rest, for the platforms whose files are there: so that each can be built on a machine of its own.`;

/** `pnpm release`. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: args.filter((each) => each !== "--"),
    options: {
      platform: { type: "string", default: "all" },
      repository: { type: "string" },
      step: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const into = join(root, "dist/release");
  const repository = values.repository ?? findRepository();
  if (values.step !== "finish") rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const packed = await packPackages({ into: join(root, "dist/packages"), repository });
  if (values.step !== "finish") await buildPlatforms(into, choosePlatforms(values.platform), packed);
  if (values.step !== "build") {
    for (const { tarball } of packed) copyFileSync(tarball, join(into, basename(tarball)));
    const leftOut = await finishRelease({ into, repository, time: commitTime() });
    for (const line of leftOut) console.log(`» left out: ${line}`);
  }
  for (const name of readdirSync(into)) console.log(`${String(statSync(join(into, name)).size).padStart(12)}  ${name}`);
  return 0;
}

async function buildPlatforms(
  into: string,
  chosen: readonly Platform[],
  packed: readonly PackedPackage[],
): Promise<void> {
  const cli = packed.find(({ name }) => name === "@roo-code/cli");
  if (!cli) throw new Error("The CLI is not among the packages.");
  const seconds = Math.floor(commitTime().getTime() / 1000);
  for (const platform of chosen) {
    console.log(`» ${platform.name}${platform.name === thisPlatform ? "" : ": not run, as this is another platform"}`);
    await buildPlatform({ platform, version: cli.version, tarball: cli.tarball, seconds, into });
  }
  for (const { name } of platforms.filter((each) => !chosen.includes(each))) console.log(`» ${name}: not built`);
}

/** The time of the commit; outside a checkout, now. */
function commitTime(): Date {
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return stdout ? new Date(Number(stdout) * 1000) : new Date();
}
