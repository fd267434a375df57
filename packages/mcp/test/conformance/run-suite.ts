import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const suite = join(
  dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"))),
  "dist",
  "index.js",
);

const maxOutput = 100_000_000;

/** The scenarios of the official suite for one side. */
export async function scenariosFor(side: "client" | "server"): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [suite, "list", `--${side}`]);
  return [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
}

/** All that the suite says about one of them, in its own folder. */
export async function runScenario(args: readonly string[], folder: string): Promise<string> {
  const start = () =>
    run(process.execPath, [suite, ...args, "--timeout", "120000"], { cwd: folder, maxBuffer: maxOutput }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
  const { stdout, stderr } = await inTurn(start);
  return stdout + stderr;
}

/** The scenarios that a server passes, of all there are. */
export async function passedBy(url: string, folder: string): Promise<ReadonlySet<string>> {
  // One process for all of them: starting it is most of what one takes.
  const output = await runScenario(["server", "--url", url, "--suite", "all"], folder);
  const lines = [...output.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)];
  return new Set(lines.map(([, name = ""]) => name));
}

const waiting: (() => void)[] = [];
let running = 0;

/** Two at a time: each is two processes, and more of them only wait for each other. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
