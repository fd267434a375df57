import { setTimeout } from "node:timers/promises";

/** Resolves once the condition holds; the test's own timeout limits the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(1);
}
