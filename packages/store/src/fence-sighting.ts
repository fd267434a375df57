import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@roo-code/types";
import { type Holder, isProcessAlive, parseHolder, thisMachine } from "./holder.ts";
import { hasCode } from "./log-errors.ts";

/** After this long without a sign of life, a holder whose process cannot be seen from here is given up. */
const silentAfterMs = 60_000;

export interface FenceOptions {
  readonly clock: Clock;
  /** Whether a holder on this machine still runs. */
  readonly isAlive?: (holder: Holder) => boolean;
}

export interface FenceSighting {
  readonly number: number;
  /** undefined while it is being written, or when its writer died over that. */
  readonly holder: Holder | undefined;
  /** `silent`: cannot be told from here, and has not been heard of for long. */
  readonly state: "held" | "released" | "dead" | "silent";
}

/** The newest fence of a task and what it says; undefined where nobody ever held the task. */
export function lookAtFence(folder: string, options: FenceOptions): FenceSighting | undefined {
  const number = fenceNumbers(folder).at(-1);
  if (number === undefined) return undefined;
  const path = fencePath(folder, number);
  try {
    const holder = parseHolder(readFileSync(path, "utf8"));
    const ageMs = options.clock.now() - statSync(path).mtimeMs;
    return { number, holder, state: stateOf(holder, ageMs, options.isAlive ?? isProcessAlive) };
  } catch (error) {
    // Gone since we listed it: somebody took the task this moment.
    if (hasCode(error, "ENOENT")) return { number, holder: undefined, state: "held" };
    throw error;
  }
}

/** Of all fences of a task, lowest first. */
export function fenceNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^fence-([1-9]\d{0,14})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
}

export function fencePath(folder: string, number: number): string {
  return join(folder, `fence-${number}`);
}

function stateOf(
  holder: Holder | undefined,
  ageMs: number,
  isAlive: (holder: Holder) => boolean,
): FenceSighting["state"] {
  if (holder?.released) return "released";
  const isHeardOf = ageMs <= silentAfterMs;
  if (holder?.machine !== thisMachine()) return isHeardOf ? "held" : "silent";
  if (!isAlive(holder)) return "dead";
  // Where the start is unknown, the pid may be another process's by now, as after a reboot.
  return holder.start !== undefined || isHeardOf ? "held" : "silent";
}
