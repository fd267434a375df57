import { expect } from "vitest";

/** What a page or a server comes to, however slow the machine is. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000 });
}
