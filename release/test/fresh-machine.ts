import { type SpawnSyncReturns, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

type Outcome = Pick<SpawnSyncReturns<string>, "status" | "stdout" | "stderr">;

/** An empty home folder and an empty project, with npm that only knows one registry. */
export interface FreshMachine extends Disposable {
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  path(relative: string): string;
  /** Types a command in the project. */
  type(command: string, variables?: NodeJS.ProcessEnv): Promise<Outcome>;
}

export function freshMachine(registry: string): FreshMachine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-machine-")));
  const project = join(base, "project");
  mkdirSync(project);
  const env = {
    // The Node that runs this, npm and git; no program of this checkout.
    PATH: [join(base, "global/bin"), dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    HOME: base,
    CI: "1",
    NO_COLOR: "1",
    npm_config_registry: registry,
    npm_config_prefix: join(base, "global"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
  return {
    project,
    env,
    path: (relative) => join(base, relative),
    type: (command, variables = {}) => startProgram("sh", ["-c", command], project, { ...env, ...variables }),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

/** Runs a program to its end. */
export function startProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}
