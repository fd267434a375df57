import { setTimeout } from "node:timers/promises";

/** Resolves once the condition holds; polls rarely, to leave the machine to the processes. The test's own timeout limits the wait. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(20);
}
