import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchAgent, editOf } from "./budget-agents.ts";
import { modelServer } from "./model-server.ts";
import { gapsBetween } from "./turn.ts";
import { benchWorkspace } from "./workspace.ts";

export const turnKinds = ["read", "shell", "edit"] as const;
export type TurnKind = (typeof turnKinds)[number];

/** Turns not measured: code is still being compiled on both sides. */
const warmUp = 9;

export interface MeasuredTask {
  /** From the start of the process to its first request. */
  readonly startMs: number;
  /** From the end of a reply to the next request, by kind of turn. */
  readonly gaps: Readonly<Record<TurnKind, number[]>>;
  readonly wallMs: number;
  /** Of the largest process. */
  readonly peakMb: number;
}

/**
 * Runs one task with a scripted model, measured from outside: it reads a file, runs a command, edits the file, and continues
 * with the next file. Without a workspace it gets a new one, with a new home.
 */
export async function runTask(
  agent: BenchAgent,
  turns: number,
  workspace?: Pick<ReturnType<typeof benchWorkspace>, "folder" | "home">,
): Promise<MeasuredTask> {
  const own = workspace ? undefined : benchWorkspace(0);
  const { folder, home } = workspace ?? own ?? { folder: "", home: "" };
  writeFiles(folder, Math.ceil(turns / turnKinds.length));
  let [pid, peakMb] = [0, 0];
  const server = await modelServer({
    turns,
    format: agent.format,
    call: (turn) => agent.call(kindOf(turn), Math.floor(turn / turnKinds.length), folder),
    onRequest: () => (peakMb = Math.max(peakMb, ...processTree(pid).map(peakMemory))),
  });
  try {
    const { program, args, env } = agent.start({ url: server.url, folder, home });
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
      let errors = "";
      child.stderr.on("data", (chunk) => (errors += chunk));
      pid = child.pid ?? 0;
      child.on("error", reject);
      child.on("exit", (code) =>
        code === 0 ? resolve() : reject(new Error(`${agent.name} exited: ${code} ${errors}`)),
      );
    });
    const wallMs = performance.now() - startedAt;
    if (server.requests.length !== turns + 1) throw new Error(`${agent.name}: ${server.requests.length} requests`);
    if (turns >= turnKinds.length && !readFileSync(join(folder, "file-0.txt"), "utf8").includes(editOf(0)[1]))
      throw new Error(`${agent.name} did not edit the file`);
    const gaps: Record<TurnKind, number[]> = { read: [], shell: [], edit: [] };
    for (const [turn, gap] of gapsBetween(server.requests).entries()) if (turn >= warmUp) gaps[kindOf(turn)].push(gap);
    return { startMs: (server.requests[0]?.at ?? Number.NaN) - startedAt, gaps, wallMs, peakMb };
  } finally {
    await server.close();
    own?.dispose();
  }
}

/** Files for calls with numbers below `count`. */
export function writeFiles(folder: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line} of file ${index}`);
    writeFileSync(join(folder, `file-${index}.txt`), `${lines.join("\n")}\n`);
  }
}

function kindOf(turn: number): TurnKind {
  return turnKinds[turn % turnKinds.length] ?? "read";
}

/** A process and all that it started. */
function processTree(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readProcess(pid, "status"))?.[1] ?? 0) / 1000;
}

/** Empty for one that has ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
