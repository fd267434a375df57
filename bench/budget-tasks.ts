import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { modelServer, type ScriptedCall } from "./model-server.ts";
import { gapsBetween } from "./turn.ts";

export const turnKinds = ["read", "shell", "edit"] as const;
export type TurnKind = (typeof turnKinds)[number];

/** Turns not measured: code is still being compiled on both sides. */
const warmUp = 9;

export interface MixedRun {
  /** Times from the end of a reply to the next request, by kind of turn. */
  readonly gaps: Readonly<Record<TurnKind, number[]>>;
  readonly wallMs: number;
  readonly peakMb: number;
}

export function mixedFiles(folder: string, turns: number): void {
  for (let index = 0; index * turnKinds.length < turns; index += 1) {
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line} of file ${index}`);
    writeFileSync(join(folder, `file-${index}.txt`), `${lines.join("\n")}\n`);
  }
}

/** Reads a file, runs a command, edits the file, then continues with the next file. */
export function mixedCall(turn: number): ScriptedCall {
  const index = Math.floor(turn / turnKinds.length);
  const path = `file-${index}.txt`;
  switch (kindOf(turn)) {
    case "read":
      return { name: "read_file", input: { path } };
    case "shell":
      return { name: "execute_command", input: { command: `echo step ${index}` } };
    case "edit":
      return {
        name: "search_and_replace",
        input: { path, old_string: `line 7 of file ${index}\n`, new_string: `edited line of ${index}\n` },
      };
  }
}

/** Runs one task with a scripted model, measured from outside. */
export async function runMixed(request: {
  readonly program: string;
  readonly args: (url: string) => readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly turns: number;
  readonly call: (turn: number) => ScriptedCall;
}): Promise<MixedRun> {
  const { program, args, env, turns, call } = request;
  let [pid, peakMb] = [0, 0];
  const server = await modelServer({ turns, call, onRequest: () => (peakMb = Math.max(peakMb, peakMemory(pid))) });
  try {
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      const child = spawn(program, args(server.url), { env, stdio: ["ignore", "ignore", "inherit"] });
      pid = child.pid ?? 0;
      child.on("error", reject);
      child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} exited with ${code}`))));
    });
    const wallMs = performance.now() - startedAt;
    if (server.requests.length !== turns + 1) throw new Error(`${program} made ${server.requests.length} requests`);
    const gaps: Record<TurnKind, number[]> = { read: [], shell: [], edit: [] };
    for (const [turn, gap] of gapsBetween(server.requests).entries()) if (turn >= warmUp) gaps[kindOf(turn)].push(gap);
    return { gaps, wallMs, peakMb };
  } finally {
    await server.close();
  }
}

function kindOf(turn: number): TurnKind {
  return turnKinds[turn % turnKinds.length] ?? "read";
}

function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
}
