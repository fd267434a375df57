import type { LiveDelta, TaskEvent } from "@roo-code/types";

/** By then all code is loaded: changed flags would make Node throw away what it kept compiled. */
const longTask = 10;

/**
 * Keeps the memory of a long task flat. Left alone, the young generation grows to 48 MB and the middle compiler keeps 20 MB,
 * both for speed that an agent waiting for a model has no use for (`pnpm bench memory`).
 */
export function steadyMemory(): (item: TaskEvent | LiveDelta) => void {
  let turns = 0;
  return (item) => {
    if (item.type !== "turn.end") return;
    turns += 1;
    if (turns !== longTask) return;
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--no-maglev");
    setFlagsFromString("--heap-growing-percent=10");
  };
}
