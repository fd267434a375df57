import { constants } from "node:os";

/** The name of a signal, as `child_process` gives it. */
export function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
