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

/** What the sandbox adds to bare bubblewrap with the same binds: one command, and 32 agents at once. */
export async function run(): Promise<void> {
  if (findBubblewrap() === undefined) {
    process.stdout.write("sandbox: bwrap is missing, nothing to measure\n");
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
    what: "a sandboxed command, the quicker quarter",
    floor: `bare bwrap ${ms(quartile(floor))}`,
    ours: ms(quartile(ours)),
    figure: `${ratio.toFixed(2)} ×`,
    target: "≤ 1.5 ×",
    isMet: ratio <= 1.5,
  };
}

/** The slower ones tell of other programs. */
function quartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? Number.NaN;
}

/** Commands alone, then whole tasks; in turns, so that what else the machine does meanwhile slows all alike. */
async function agentsRows(base: string): Promise<Row[]> {
  const places = await Promise.all(Array.from({ length: agents }, (_, index) => createProject(base, `agent-${index}`)));
  const tasks = await openTasks(join(base, "tasks"));
  // Loads what a packaged program has in one file.
  await tasks((await createProject(base, "first")).root);
  const [floor, commands, whole] = [new Spent(), new Spent(), new Spent()];
  for (let turn = 0; turn < turns; turn += 1) {
    await commands.add(() => Promise.all(places.map(({ workspace }) => repeat(() => execute(workspace)))));
    await floor.add(() => Promise.all(places.map(({ bare }) => repeat(() => runBare(bare)))));
    if (turn === turns / 2) await whole.add(() => Promise.all(places.map(({ root }) => tasks(root))));
  }
  await Promise.all(places.map(({ workspace }) => workspace.dispose()));
  return [row(`${agents} sandboxes`, commands, floor), row(`${agents} agents`, whole, floor)];
}

/** With both cores busy, processor time is what the wall comes to where nobody else wants them. */
function row(what: string, ours: Spent, floor: Spent): Row {
  const [ratio, cpuRatio] = [ours.wall / floor.wall, ours.cpu / floor.cpu];
  return {
    what: `${what} at once, ${steps} commands each`,
    floor: `bare bwrap ${ms(floor.wall)}`,
    ours: ms(ours.wall),
    figure: `${ratio.toFixed(2)} × (processor time ${cpuRatio.toFixed(2)} ×), all ended`,
    target: "≤ 2 ×",
    isMet: Math.min(ratio, cpuRatio) <= 2,
  };
}

/** Time on the wall and of the processors, that of ended children included. */
class Spent {
  wall = 0;
  cpu = 0;

  async add(work: () => Promise<unknown>): Promise<void> {
    const before = processorMs();
    this.wall += await time(work);
    this.cpu += processorMs() - before;
  }
}

function processorMs(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  return ticks.reduce((total, value) => total + Number(value) * msPerTick, 0);
}

/** Runs a task of a scripted model in a folder: one command a turn, each judged, recorded and confined. */
async function openTasks(base: string): Promise<(root: string) => Promise<void>> {
  loadTextFiles();
  const { createHost } = await import("../packages/host/src/create-host.ts");
  const script = join(base, "script.jsonl");
  // The same again and again would be taken for a loop.
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
  return { root, workspace, bare: await bareWords(root, home) };
}

/** Our own words for bubblewrap from its first option to its last bind, without limits, filter and shell around them. */
async function bareWords(root: string, home: string): Promise<readonly string[]> {
  const environment = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const sandbox = await openSandbox({ root, home, environment, isIgnored: () => () => false });
  if (!sandbox) throw new Error("there is no sandbox here");
  const plain = { program: "/bin/bash", arguments: [], cwd: root, environment, isTerminal: false, hearsEnd: true };
  const { arguments: words } = await sandbox.enter(plain, { write: "all", network: "none" });
  sandbox.dispose();
  const options = words.slice(
    words.findIndex((word) => word.endsWith("/bwrap")),
    words.indexOf("--"),
  );
  const filter = options.indexOf("--seccomp");
  const kept = options.toSpliced(filter, filter === -1 ? 0 : 2);
  const temporary = join(root, "..", "tmp");
  mkdirSync(temporary, { recursive: true });
  kept[kept.indexOf("/tmp") - 1] = temporary;
  return [...kept, "--", "/bin/bash", "--noprofile", "--norc", "-c", command];
}

async function runBare([program = "", ...words]: readonly string[]): Promise<void> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], detached: true });
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
