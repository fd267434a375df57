import { expect } from "vitest";

/** Polls a value of a page or a server, with a timeout for slow machines. */
export function eventually<Value>(read: () => Value | Promise<Value>, message?: string) {
  return expect.poll(read, { timeout: 60_000, message });
}
