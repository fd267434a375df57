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

/** The scenarios that a server passes, of all there are. */
export function passedByServer(url: string, folder: string): Promise<ReadonlySet<string>> {
  return passed(["server", "--url", url, "--suite", "all"], folder);
}

/** Every scenario that is not an extension is in one of them. */
const clientSuites = ["core", "draft", "backcompat"];

/** The scenarios that a client passes. Its command is started for each of them with the URL of a server. */
export async function passedByClient(command: string, folder: string): Promise<ReadonlySet<string>> {
  const names: string[] = [];
  // One after another: the suite starts all clients of a group at once.
  for (const group of clientSuites)
    names.push(...(await passed(["client", "--command", command, "--suite", group], folder)));
  return new Set(names);
}

/** One process for many scenarios: starting the suite takes longer than a scenario. */
async function passed(args: readonly string[], folder: string): Promise<ReadonlySet<string>> {
  const { stdout, stderr } = await run(process.execPath, [suite, ...args, "--timeout", "120000"], {
    cwd: folder,
    maxBuffer: maxOutput,
  }).catch((error: { stdout: string; stderr: string }) => error);
  const lines = [...`${stdout}${stderr}`.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)];
  return new Set(lines.map(([, name = ""]) => name));
}
