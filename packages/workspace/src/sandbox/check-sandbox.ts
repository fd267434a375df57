import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace } from "../local-workspace.ts";
import { examineSandbox } from "./open-sandbox.ts";
import type { Enforcement } from "./sandbox.ts";
import { type Trial, trials } from "./sandbox-trials.ts";

interface SandboxTrial {
  readonly what: string;
  readonly isEnforced: boolean;
  /** What was tried, and the result. */
  readonly how: string;
}

export interface SandboxReport {
  readonly enforcement: Enforcement;
  readonly trials: readonly SandboxTrial[];
}

/** Tries every protection in a temporary folder. Takes a second or two. */
export async function checkSandbox(home: string): Promise<SandboxReport> {
  const enforcement = await examineSandbox(home);
  if (!enforcement.files) {
    return {
      enforcement,
      trials: trials.map(({ what }) => ({ what, how: "not tried", isEnforced: false })),
    };
  }
  const fixture = await createFixture();
  try {
    const done: SandboxTrial[] = [];
    for (const trial of trials) done.push(await runTrial(trial, fixture));
    return { enforcement, trials: [...done, limitsTrial(enforcement)] };
  } finally {
    fixture.dispose();
  }
}

interface Fixture {
  readonly folder: string;
  readonly values: Readonly<Record<string, string>>;
  dispose(): void;
}

async function createFixture(): Promise<Fixture> {
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
  const values = { beside: join(folder, "beside"), home: join(folder, "home"), port, pid: String(process.pid) };
  const dispose = (): void => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, values, dispose };
}

async function runTrial(
  { what, how, outcome = "refused", profile, command, control }: Trial,
  { folder, values }: Fixture,
): Promise<SandboxTrial> {
  const sandbox = { choice: "auto", home: join(folder, "home"), profile: () => profile } as const;
  const workspace = new LocalWorkspace({ root: join(folder, "work"), sandbox });
  try {
    const { output, notes = [] } = await workspace.execute({
      command: command.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      maxOutputBytes: 10_000,
      onOutput: () => undefined,
    });
    const isDropped = typeof profile.write === "string" || notes.some((note) => note.includes("a.txt"));
    const isEnforced = output.includes(control) && !output.includes("landed") && isDropped;
    const last = output.includes("landed") ? "it was not stopped" : (output.trim().split("\n").at(-1) ?? "");
    return { what, isEnforced, how: `${how}: ${isEnforced ? outcome : last}` };
  } finally {
    await workspace.dispose();
  }
}

function limitsTrial({ kind, limits }: Enforcement): SandboxTrial {
  const what = "processes, memory, CPU time and file sizes are limited";
  if (kind === "container") return { what, isEnforced: true, how: "enforced by the engine, and by limits per process" };
  if (limits === "cgroup")
    return { what, isEnforced: true, how: "created a control group and moved a process into it" };
  return {
    what,
    isEnforced: limits === "rlimit",
    how: "set limits per process; no control group could be created, so memory is not limited",
  };
}
