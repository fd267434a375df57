import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace } from "../local-workspace.ts";
import { examineSandbox } from "./open-sandbox.ts";
import type { Enforcement } from "./sandbox.ts";
import { type Trial, trials } from "./sandbox-trials.ts";

/** One thing that was tried. */
export interface SandboxTrial {
  readonly what: string;
  readonly isEnforced: boolean;
  /** What was done to find out, and what came of it. */
  readonly how: string;
}

export interface SandboxReport {
  readonly enforcement: Enforcement;
  readonly trials: readonly SandboxTrial[];
}

/** Tries everything out, in a folder of its own. Takes a second or two. */
export async function checkSandbox(home: string): Promise<SandboxReport> {
  const enforcement = await examineSandbox(home);
  if (!enforcement.files) {
    return {
      enforcement,
      trials: trials.map(({ what }) => ({ what, how: "not tried", isEnforced: false })),
    };
  }
  const bench = await makeBench();
  try {
    const done: SandboxTrial[] = [];
    for (const trial of trials) done.push(await tryOut(trial, bench));
    return { enforcement, trials: [...done, limitsTrial(enforcement)] };
  } finally {
    bench.dispose();
  }
}

interface Bench {
  readonly folder: string;
  readonly places: Readonly<Record<string, string>>;
  dispose(): void;
}

async function makeBench(): Promise<Bench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-check-")));
  for (const name of ["work/.vscode", "beside", "home"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "home", "secret"), "secret");
  const files = { ".vscode/settings.json": "{}", ".rooignore": "ignored\n", ignored: "secret", seen: "ran\n" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "work", name), text);
  const server = createServer((socket) => socket.end())
    .listen(0, "127.0.0.1")
    .unref();
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const places = { beside: join(folder, "beside"), home: join(folder, "home"), port, pid: String(process.pid) };
  const dispose = (): void => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, places, dispose };
}

async function tryOut(
  { what, how, outcome = "refused", profile, command, control }: Trial,
  { folder, places }: Bench,
): Promise<SandboxTrial> {
  const sandbox = { choice: "auto", home: join(folder, "home"), profile: () => profile } as const;
  const workspace = new LocalWorkspace({ root: join(folder, "work"), sandbox });
  try {
    const { output, notes = [] } = await workspace.execute({
      command: command.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole),
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      maxOutputBytes: 10_000,
      onOutput: () => undefined,
    });
    const isDropped = typeof profile.write === "string" || notes.some((note) => note.includes("a.txt"));
    const isEnforced = output.includes(control) && !output.includes("landed") && isDropped;
    const last = output.includes("landed") ? "nothing stopped it" : (output.trim().split("\n").at(-1) ?? "");
    return { what, isEnforced, how: `${how}: ${isEnforced ? outcome : last}` };
  } finally {
    await workspace.dispose();
  }
}

function limitsTrial({ kind, limits }: Enforcement): SandboxTrial {
  const what = "processes, memory, CPU time and file sizes are limited";
  if (kind === "container")
    return { what, isEnforced: true, how: "left to the engine, and to limits for each process" };
  if (limits === "cgroup") return { what, isEnforced: true, how: "made a control group and moved a process into it" };
  return {
    what,
    isEnforced: limits === "rlimit",
    how: "set limits for each process; no control group could be made, so memory has none",
  };
}
