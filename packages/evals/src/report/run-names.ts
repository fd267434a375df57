import type { EvalRun } from "@roo-code/types";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Runs of a report are called A, B, C, …; after Z follow A2, B2, … */
export function runLetter(position: number): string {
  const round = Math.floor(position / letters.length);
  return `${letters.charAt(position % letters.length)}${round === 0 ? "" : round + 1}`;
}

export function runName({ id, name }: EvalRun): string {
  return name === null || name.trim() === "" ? `run ${id}` : `${name} (run ${id})`;
}
