import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace } from "../packages/workspace/src/local-workspace.ts";
import { findBubblewrap } from "../packages/workspace/src/sandbox/bubblewrap/probe-bubblewrap.ts";
import { openSandbox } from "../packages/workspace/src/sandbox/open-sandbox.ts";
import { median, ms, printTable, type Row } from "./table.ts";

const rounds = 40;
const [agents, steps, turns] = [32, 20, 5];
const command = "echo x >> log.txt";
const { signal } = new AbortController();

/** What the sandbox adds to bare bubblewrap with the same binds: one command, and 32 agents at once. */
export async function run(): Promise<void> {
  if (findBubblewrap() === undefined) {
    process.stdout.write("sandbox: bwrap is missing, nothing to measure\n");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "roo-bench-sandbox-"));
  try {
    printTable("sandbox", [await commandRow(folder), await agentsRow(folder)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function commandRow(base: string): Promise<Row> {
  const { root, workspace, bare } = await place(base, "one");
  await execute(workspace);
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await time(() => runBare(bare)));
    ours.push(await time(() => execute(workspace)));
  }
  await workspace.dispose();
  rmSync(root, { recursive: true, force: true });
  const ratio = median(ours) / median(floor);
  return {
    what: "a sandboxed command",
    floor: `bare bwrap ${ms(median(floor))}`,
    ours: ms(median(ours)),
    figure: `${ratio.toFixed(2)} ×`,
    target: "≤ 1.5 ×",
    isMet: ratio <= 1.5,
  };
}

/** In turns, so that what else the machine does meanwhile slows both alike. */
async function agentsRow(base: string): Promise<Row> {
  const places = await Promise.all(Array.from({ length: agents }, (_, index) => place(base, `agent-${index}`)));
  const [floor, ours]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await time(() => Promise.all(places.map(({ workspace }) => repeat(() => execute(workspace))))));
    floor.push(await time(() => Promise.all(places.map(({ bare }) => repeat(() => runBare(bare))))));
  }
  await Promise.all(places.map(({ workspace }) => workspace.dispose()));
  const ratio = sum(ours) / sum(floor);
  return {
    what: `${agents} agents at once, ${steps} commands each`,
    floor: `bare bwrap ${ms(sum(floor))}`,
    ours: ms(sum(ours)),
    figure: `${ratio.toFixed(2)} ×, all ended`,
    target: "≤ 2 ×",
    isMet: ratio <= 2,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function place(base: string, name: string) {
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
