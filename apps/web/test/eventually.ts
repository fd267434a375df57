import { expect } from "vitest";

/** Polls a value of a page or a server. */
export function eventually<Value>(read: () => Value | Promise<Value>, message?: string) {
  return expect.poll(read, { message });
}
