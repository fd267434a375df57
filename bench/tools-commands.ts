import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace } from "../packages/workspace/src/local-workspace.ts";
import { median, ms, type Row } from "./table.ts";

const { signal } = new AbortController();
const rounds = 60;
const floodBytes = 200_000_000;

/** A command next to a bare child process, large output, and the delay until its end is noticed. */
export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "roo-bench-commands-"));
  const workspace = new LocalWorkspace({ root: folder });
  try {
    return [
      await costRow(workspace, folder),
      await floodRow(workspace, folder),
      await endRow(workspace, "delay until its end is noticed", "date +%s%N"),
      await endRow(workspace, "the same, with a background process", "sleep 30 & date +%s%N"),
    ];
  } finally {
    await workspace.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function costRow(workspace: LocalWorkspace, folder: string): Promise<Row> {
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await time(() => bareCommand("echo x", folder)));
    ours.push(await time(() => execute(workspace, "echo x")));
  }
  const ratio = median(ours) / median(bare);
  return {
    what: "echo x",
    floor: `sh -c ${ms(median(bare))}`,
    ours: ms(median(ours)),
    figure: `${ratio.toFixed(1)} ×`,
    target: "≤ 2 ×",
    isMet: ratio <= 2,
  };
}

async function floodRow(workspace: LocalWorkspace, folder: string): Promise<Row> {
  const command = `yes 0123456789 | head -c ${floodBytes}`;
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    bare.push(await time(() => bareCommand(command, folder)));
    ours.push(await time(() => execute(workspace, command)));
  }
  const ratio = median(ours) / median(bare);
  return {
    what: "200 MB of output",
    floor: `sh -c ${ms(median(bare))}`,
    ours: ms(median(ours)),
    figure: `${ratio.toFixed(1)} ×`,
    target: "≤ 8 ×",
    isMet: ratio <= 8,
  };
}

async function endRow(workspace: LocalWorkspace, what: string, command: string): Promise<Row> {
  const delays: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const printed = Number(BigInt((await execute(workspace, command)).trim()) / 1000n) / 1000;
    delays.push(Date.now() - printed);
  }
  const delay = Math.max(...delays);
  return { what, floor: "", ours: ms(delay), figure: "latest of 10", target: "≤ 100 ms", isMet: delay <= 100 };
}

async function bareCommand(command: string, cwd: string): Promise<void> {
  const child = spawn("sh", ["-c", command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, "close");
}

async function execute(workspace: LocalWorkspace, command: string): Promise<string> {
  const { output } = await workspace.execute({
    command,
    timeoutMs: 60_000,
    signal,
    maxOutputBytes: 10_240,
    onOutput: () => undefined,
  });
  return output;
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}
