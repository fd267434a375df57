import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace } from "../packages/workspace/src/local-workspace.ts";
import { findBubblewrap } from "../packages/workspace/src/sandbox/bubblewrap/probe-bubblewrap.ts";
import { openSandbox } from "../packages/workspace/src/sandbox/open-sandbox.ts";
import { ms, printTable, type Row } from "./table.ts";
import { loadTextFiles } from "./text-loader.ts";

const rounds = 60;
const [agents, steps, turns] = [32, 20, 4];
const command = "echo x >> log.txt";
const msPerTick = 10;
const { signal } = new AbortController();

/** The overhead of the sandbox over bare bubblewrap with the same binds: one command, and 32 agents at once. */
export async function run(): Promise<void> {
  if (findBubblewrap() === undefined) {
    process.stdout.write("sandbox: bwrap is not installed, nothing to measure\n");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "roo-bench-sandbox-"));
  try {
    printTable("sandbox", [await commandRow(folder), ...(await agentsRows(folder))]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function commandRow(base: string): Promise<Row> {
  const { root, workspace, bare } = await createProject(base, "one");
  await execute(workspace);
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await time(() => runBare(bare)));
    ours.push(await time(() => execute(workspace)));
  }
  await workspace.dispose();
  rmSync(root, { recursive: true, force: true });
  const ratio = quartile(ours) / quartile(floor);
  return {
    what: "a sandboxed command, first quartile",
    floor: `bare bwrap ${ms(quartile(floor))}`,
    ours: ms(quartile(ours)),
    figure: `${ratio.toFixed(2)} ×`,
    target: "≤ 1.5 ×",
    isMet: ratio <= 1.5,
  };
}

/** Slower runs were affected by other load. */
function quartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? Number.NaN;
}

/** Commands and whole tasks, alternating so that other load affects all of them. */
async function agentsRows(base: string): Promise<Row[]> {
  const projects = await Promise.all(
    Array.from({ length: agents }, (_, index) => createProject(base, `agent-${index}`)),
  );
  const tasks = await openTasks(join(base, "tasks"));
  // Loads the code, which a packaged program has in one file.
  await tasks((await createProject(base, "first")).root);
  const [floor, commands, whole] = [new SpentTime(), new SpentTime(), new SpentTime()];
  for (let turn = 0; turn < turns; turn += 1) {
    await commands.add(() => Promise.all(projects.map(({ workspace }) => repeat(() => execute(workspace)))));
    await floor.add(() => Promise.all(projects.map(({ bare }) => repeat(() => runBare(bare)))));
    if (turn === turns / 2) await whole.add(() => Promise.all(projects.map(({ root }) => tasks(root))));
  }
  await Promise.all(projects.map(({ workspace }) => workspace.dispose()));
  return [row(`${agents} sandboxes`, commands, floor), row(`${agents} agents`, whole, floor)];
}

/** With all cores busy, CPU time is the wall-clock time of an otherwise idle machine. */
function row(what: string, ours: SpentTime, floor: SpentTime): Row {
  const [ratio, cpuRatio] = [ours.wall / floor.wall, ours.cpu / floor.cpu];
  return {
    what: `${what} at once, ${steps} commands each`,
    floor: `bare bwrap ${ms(floor.wall)}`,
    ours: ms(ours.wall),
    figure: `${ratio.toFixed(2)} × (CPU time ${cpuRatio.toFixed(2)} ×), all ended`,
    target: "≤ 2 ×",
    isMet: Math.min(ratio, cpuRatio) <= 2,
  };
}

/** Wall-clock time and CPU time, including ended child processes. */
class SpentTime {
  wall = 0;
  cpu = 0;

  async add(work: () => Promise<unknown>): Promise<void> {
    const before = cpuMs();
    this.wall += await time(work);
    this.cpu += cpuMs() - before;
  }
}

function cpuMs(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  return ticks.reduce((total, value) => total + Number(value) * msPerTick, 0);
}

/** Runs tasks of a scripted model: one command per turn, each approved, recorded and sandboxed. */
async function openTasks(base: string): Promise<(root: string) => Promise<void>> {
  loadTextFiles();
  const { createHost } = await import("../packages/host/src/create-host.ts");
  const script = join(base, "script.jsonl");
  // Equal commands would be detected as a loop.
  const calls = Array.from({ length: steps }, (_, index) => ({
    name: "execute_command",
    input: { command: command.replace("x", String(index)) },
  }));
  const end = { name: "attempt_completion", input: { result: "Done." } };
  mkdirSync(base, { recursive: true });
  writeFileSync(script, [...calls, end].map((call) => JSON.stringify({ toolCalls: [call] })).join("\n"));
  const environment = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const host = createHost({ home: join(base, "home"), environment, version: "bench" });
  return async (root) => {
    const session = await host.createTask({
      configuration: await host.configure(root, { snapshots: false }),
      provider: { apiProvider: "replay", replayFile: script },
      limits: {},
      autoApprove: new Set(["command"] as const),
      attended: false,
      observe: () => undefined,
    });
    await session.submit({ type: "message.send", opId: "1", text: "Go." });
    const { status } = await session.run();
    if (status !== "completed") throw new Error(`a task ended as ${status}`);
  };
}

async function createProject(base: string, name: string) {
  const [root, home] = [join(base, name, "work"), join(base, "home")];
  for (const folder of [join(root, "src"), join(root, ".vscode"), home]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, "src", "a.ts"), "");
  const profile = () => ({ write: "all", network: "none" }) as const;
  const workspace = new LocalWorkspace({ root, sandbox: { choice: "auto", home, profile } });
  return { root, workspace, bare: await bareCommandLine(root, home) };
}

/** Our bubblewrap options and binds, without limits, seccomp filter and shell wrapper. */
async function bareCommandLine(root: string, home: string): Promise<readonly string[]> {
  const environment = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const sandbox = await openSandbox({ root, home, environment, isIgnored: () => () => false });
  if (!sandbox) throw new Error("no sandbox is available");
  const plain = { program: "/bin/bash", arguments: [], cwd: root, environment, isTerminal: false, hasStatusPipe: true };
  const { arguments: args } = await sandbox.enter(plain, { write: "all", network: "none" });
  sandbox.dispose();
  const options = args.slice(
    args.findIndex((arg) => arg.endsWith("/bwrap")),
    args.indexOf("--"),
  );
  const filter = options.indexOf("--seccomp");
  const kept = options.toSpliced(filter, filter === -1 ? 0 : 2);
  const temporary = join(root, "..", "tmp");
  mkdirSync(temporary, { recursive: true });
  kept[kept.indexOf("/tmp") - 1] = temporary;
  return [...kept, "--", "/bin/bash", "--noprofile", "--norc", "-c", command];
}

async function runBare([program = "", ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  child.stdout.resume();
  child.stderr.resume();
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) throw new Error(`bare bwrap ended with ${String(code)}`);
}

async function execute(workspace: LocalWorkspace): Promise<void> {
  const request = { command, timeoutMs: 120_000, signal, maxOutputBytes: 1000, onOutput: () => undefined };
  const { exitCode, output } = await workspace.execute(request);
  if (exitCode !== 0) throw new Error(`a command ended with ${exitCode}: ${output}`);
}

async function repeat(action: () => Promise<unknown>): Promise<void> {
  for (let step = 0; step < steps / turns; step += 1) await action();
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}
