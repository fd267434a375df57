import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Started, startProgram } from "../roo.ts";

const checkout = fileURLToPath(new URL("../../../..", import.meta.url));

/** A fresh clone and an empty home folder. */
export interface NewMachine extends Disposable {
  readonly clone: string;
  readonly env: NodeJS.ProcessEnv;
  path(relative: string): string;
  /** Types a command in the clone. */
  type(command: string, variables?: NodeJS.ProcessEnv): Started;
}

export function newMachine(): NewMachine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-front-door-")));
  const [clone, home] = [join(base, "roo-code"), join(base, "home")];
  git(["clone", "--quiet", checkout, clone], base);
  copyUncommitted(clone);
  copyDownloads(clone, home);
  // As after a login: without programs of this checkout and keys of this machine.
  const path = (process.env["PATH"] ?? "").split(":").filter((folder) => !folder.startsWith(checkout.slice(0, -1)));
  const env = { PATH: path.join(":"), HOME: home, CI: "1", NO_COLOR: "1", OLLAMA_HOST: "127.0.0.1:9" };
  return {
    clone,
    env,
    path: (relative) => join(clone, relative),
    type: (command, variables = {}) =>
      startProgram("sh", ["-c", command], { cwd: clone, env: { ...env, ...variables } }),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

/** Includes uncommitted changes, so that a change of the README is tested before it is committed. */
function copyUncommitted(clone: string): void {
  const listed = git(["ls-files", "-z", "--modified", "--others", "--exclude-standard"], checkout);
  for (const file of listed.split("\0").filter(Boolean)) {
    rmSync(join(clone, file), { force: true });
    if (!existsSync(join(checkout, file))) continue;
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(checkout, file), join(clone, file));
  }
}

/** Copies what npm would download, so that the test needs no network. */
function copyDownloads(clone: string, home: string): void {
  const tools = join(checkout, ".tools");
  // Hard links if possible: Node alone is 100 MB.
  for (const option of ["-al", "-a"])
    if (spawnSync("cp", [option, tools, join(clone, ".tools")]).status === 0) break;
    else rmSync(join(clone, ".tools"), { recursive: true, force: true });
  const pnpm = join(tools, "node_modules", "pnpm", "bin", "pnpm.cjs");
  const store = execFileSync(process.execPath, [pnpm, "store", "path"], { cwd: checkout, encoding: "utf8" }).trim();
  mkdirSync(join(home, ".config", "pnpm"), { recursive: true });
  writeFileSync(join(home, ".config", "pnpm", "rc"), `store-dir=${dirname(store)}\noffline=true\n`);
}

function git(args: readonly string[], cwd: string): string {
  // The checkout may belong to another user.
  return execFileSync("git", ["-c", "safe.directory=*", ...args], { cwd, encoding: "utf8" });
}
