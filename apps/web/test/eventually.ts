import { expect } from "vitest";

/** What a page or a server comes to, however slow the machine is. */
export function eventually<Value>(read: () => Value | Promise<Value>, message?: string) {
  return expect.poll(read, { timeout: 60_000, message });
}
