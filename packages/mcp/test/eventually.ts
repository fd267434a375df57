import { vi } from "vitest";

/** Resolves once the condition holds; looks now and then, for processes need the machine as well. */
export async function eventually(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 25_000, interval: 20 });
}
