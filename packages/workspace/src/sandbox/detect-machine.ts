import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isExecutable } from "../files/is-executable.ts";
import type { BubblewrapAbilities } from "./bubblewrap/bubblewrap-arguments.ts";
import { findBubblewrap, probeBubblewrap } from "./bubblewrap/probe-bubblewrap.ts";
import { type FoundEngine, findContainerEngine } from "./container/find-container-engine.ts";
import { type OverlayPrograms, overlayCommand } from "./launch-scripts.ts";
import { removeLayer } from "./overlay/overlay-layer.ts";
import { systemProgram } from "./system-program.ts";

/** The means of confining commands on this machine. */
export type Machine =
  | { readonly kind: "bubblewrap"; readonly abilities: BubblewrapAbilities; readonly overlay?: OverlayPrograms }
  | { readonly kind: "seatbelt"; readonly program: string }
  | ({ readonly kind: "container" } & FoundEngine)
  | { readonly kind: "none"; readonly trouble: string };

const detected = new Map<string, Promise<Machine>>();

/** Determined once per process, and once per boot if it can be cached. */
export function detectMachine(home: string): Promise<Machine> {
  const known = detected.get(home) ?? detect(home);
  detected.set(home, known);
  return known;
}

async function detect(home: string): Promise<Machine> {
  if (process.platform === "darwin") return findSeatbelt();
  const program = findBubblewrap();
  const file = join(home, "cache", "sandbox.json");
  const stamp = stampOf(program);
  const cached = home === "" ? undefined : readCache(file, stamp);
  if (cached) return cached;
  const machine = await probe(program);
  // A failure may have been fixed: it is not cached.
  if (machine.kind !== "none" && home !== "") writeCache(file, stamp, machine);
  return machine;
}

async function probe(program: string | undefined): Promise<Machine> {
  const { abilities, trouble } = program === undefined ? { trouble: notInstalled } : await probeBubblewrap(program);
  if (abilities) {
    const overlay = await probeOverlay();
    return { kind: "bubblewrap", abilities, overlay };
  }
  const engine = await findContainerEngine();
  return engine ? { kind: "container", ...engine } : { kind: "none", trouble };
}

const notInstalled = "bubblewrap is not installed";

/** Of the cache: older releases wrote less. */
const cacheFormat = 2;

/** Another kernel, bubblewrap or user may give another result. */
function stampOf(program: string | undefined): string {
  const found = program === undefined ? undefined : statSync(program, { throwIfNoEntry: false });
  return [cacheFormat, bootId(), process.getuid?.(), program, found?.size, found?.mtimeMs].join(" ");
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function readCache(file: string, stamp: string): Machine | undefined {
  try {
    const { stamp: kept, machine }: { stamp?: string; machine?: Machine } = JSON.parse(readFileSync(file, "utf8"));
    const isUsable = machine?.kind !== "container" || isExecutable(machine.program);
    return kept === stamp && isUsable ? machine : undefined;
  } catch {
    return undefined;
  }
}

function writeCache(file: string, stamp: string, machine: Machine): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify({ stamp, machine }), { mode: 0o600 });
  } catch {
    // It is determined again next time.
  }
}

const program = "/usr/bin/sandbox-exec";

async function findSeatbelt(): Promise<Machine> {
  const trouble = await new Promise<string | undefined>((resolve) => {
    const args = ["-p", "(version 1)(allow default)", "/usr/bin/true"];
    execFile(program, args, { timeout: 10_000 }, (error) => resolve(error === null ? undefined : error.message));
  });
  return trouble === undefined
    ? { kind: "seatbelt", program }
    : { kind: "none", trouble: `sandbox-exec failed (${trouble})` };
}

/**
 * The programs that can mount an overlay here; undefined if that fails.
 * @internal
 */
export async function probeOverlay(): Promise<OverlayPrograms | undefined> {
  const [unshare, mount] = [systemProgram("unshare"), systemProgram("mount")];
  if (unshare === undefined || mount === undefined) return undefined;
  const programs = { unshare, mount };
  const folder = mkdtempSync(join(tmpdir(), "roo-probe-"));
  try {
    const [lower = "", upper = "", work = "", merged = ""] = ["lower", "upper", "work", "merged"].map((name) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    });
    const command = ["/bin/sh", "-c", 'mkdir "$0/a" && rmdir "$0/a"', merged];
    const [first = "", ...rest] = overlayCommand({ lower, upper, work, merged, programs, command });
    return (await succeeds(first, rest)) ? programs : undefined;
  } finally {
    removeLayer(folder);
  }
}

async function succeeds(executable: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(executable, args, { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
