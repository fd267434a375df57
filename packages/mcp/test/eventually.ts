import { vi } from "vitest";

/** Resolves once the condition holds; polls rarely, to leave the machine to the processes. */
export async function eventually(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 25_000, interval: 20 });
}
