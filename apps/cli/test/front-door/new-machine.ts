import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Started, startProgram } from "../roo.ts";

const checkout = fileURLToPath(new URL("../../../..", import.meta.url));

/** A clone that nobody has built, and a home that nobody has used. */
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
  bringUncommitted(clone);
  bringDownloads(clone, home);
  // As a login gives it: nothing of this checkout, no key of this machine.
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

/** What is about to be committed counts: who changes the README sees at once whether it is true. */
function bringUncommitted(clone: string): void {
  const listed = git(["ls-files", "-z", "--modified", "--others", "--exclude-standard"], checkout);
  for (const file of listed.split("\0").filter(Boolean)) {
    rmSync(join(clone, file), { force: true });
    if (!existsSync(join(checkout, file))) continue;
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(checkout, file), join(clone, file));
  }
}

/** What npm would download: this checkout has it already, and a test needs no network. */
function bringDownloads(clone: string, home: string): void {
  const tools = join(checkout, ".tools");
  // Linked where that is possible: Node alone is 100 MB.
  for (const option of ["-al", "-a"])
    if (spawnSync("cp", [option, tools, join(clone, ".tools")]).status === 0) break;
    else rmSync(join(clone, ".tools"), { recursive: true, force: true });
  const pnpm = join(tools, "node_modules", "pnpm", "bin", "pnpm.cjs");
  const store = execFileSync(process.execPath, [pnpm, "store", "path"], { cwd: checkout, encoding: "utf8" }).trim();
  mkdirSync(join(home, ".config", "pnpm"), { recursive: true });
  writeFileSync(join(home, ".config", "pnpm", "rc"), `store-dir=${dirname(store)}\noffline=true\n`);
}

function git(args: readonly string[], cwd: string): string {
  // A checkout may belong to another user than the one who tests it.
  return execFileSync("git", ["-c", "safe.directory=*", ...args], { cwd, encoding: "utf8" });
}
