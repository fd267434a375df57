import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TurnCounts } from "./budget-counts.ts";
import { readHistory } from "./budget-history.ts";
import type { LoadedAtStart } from "./budget-modules.ts";
import type { TurnKind } from "./budget-tasks.ts";
import { root } from "./workspace.ts";

const name = "bench/budget-ceilings.json";
const file = join(root, name);
/** Above the count of the day, so that small changes pass and a new library does not. */
const margin = 1.12;
/** Of modules in a report. */
const maxShown = 40;

export interface Count {
  /** The group and name of its ceiling. */
  readonly of: "start" | TurnKind;
  readonly what: string;
  readonly count: number;
  /** Further lines of the report when there are too many. */
  readonly details?: () => readonly string[];
}

type Ceilings = Record<string, Record<string, number>>;

export function countsOfStart(loaded: LoadedAtStart): Count[] {
  const details = () => newModules(loaded.modules);
  return [
    { of: "start", what: "modules", count: loaded.modules.length, details },
    { of: "start", what: "bytes", count: loaded.bytes, details },
  ];
}

export function countsOfTurn(kind: TurnKind, { traced, logBytes }: TurnCounts): Count[] {
  if (!traced) return [{ of: kind, what: "logBytes", count: logBytes }];
  const { syscalls, syncs, processes, calls } = traced;
  const details = () => [`Calls: ${namesByCount(calls)}`];
  return [
    { of: kind, what: "syscalls", count: syscalls, details },
    { of: kind, what: "syncs", count: syncs },
    { of: kind, what: "processes", count: processes },
    { of: kind, what: "logBytes", count: logBytes },
  ];
}

/** One report for each count above its ceiling. */
export function aboveCeilings(counts: readonly Count[]): string[] {
  const ceilings = readCeilings();
  return counts.flatMap(({ of, what, count, details }) => {
    const ceiling = ceilings[of]?.[what] ?? 0;
    if (count <= ceiling) return [];
    const advice = `Look for what can be avoided or done later. To raise the ceiling on purpose, edit ${name}.`;
    return [[`${of}: ${what} ${count}, ceiling ${ceiling}`, ...(details?.() ?? []), advice].join("\n")];
  });
}

export function ceilingOf({ of, what }: Count): number | undefined {
  return readCeilings()[of]?.[what];
}

/** Sets the ceilings of these counts a little above them. */
export function writeCeilings(counts: readonly Count[]): void {
  const ceilings = readCeilings();
  for (const { of, what, count } of counts) (ceilings[of] ??= {})[what] = Math.floor(count * margin);
  writeFileSync(file, `${JSON.stringify(ceilings, null, 2)}\n`);
}

function readCeilings(): Ceilings {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The modules that the last recorded `pnpm bench budget` did not load. */
function newModules(modules: readonly string[]): string[] {
  const last = readHistory().at(-1);
  const added = modules.filter((module) => !last?.modules.includes(module));
  const shown = added.slice(0, maxShown).map((module) => `  + ${module}`);
  return [
    `${added.length} loaded before the first request and not at ${last?.commit ?? "any recorded commit"}:`,
    ...shown,
    ...(added.length > maxShown ? [`  … and ${added.length - maxShown} more`] : []),
  ];
}

/** `statx 113, readlink 67` */
function namesByCount(calls: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(calls).toSorted(([, left], [, right]) => right - left);
  return sorted.map(([call, count]) => `${call} ${count}`).join(", ");
}
