import type { LiveDelta, TaskEvent } from "@roo-code/types";

/** By then all code is loaded: changed flags would invalidate Node's compile cache. */
const longTaskTurns = 10;

/**
 * Keeps the memory of a long task flat. By default the young generation grows to 48 MB and the mid-tier compiler keeps 20 MB, for
 * speed that an agent waiting for a model does not need (`pnpm bench memory`).
 */
export function steadyMemory(): (item: TaskEvent | LiveDelta) => void {
  let turns = 0;
  return (item) => {
    if (item.type !== "turn.end") return;
    turns += 1;
    if (turns !== longTaskTurns) return;
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--no-maglev");
    setFlagsFromString("--heap-growing-percent=10");
  };
}
