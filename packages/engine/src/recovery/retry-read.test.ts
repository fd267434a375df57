import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { retryRead } from "./retry-read.ts";

const failing = (code: string, times: number) => {
  let tries = 0;
  const read = async () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error(code), { code });
    return tries;
  };
  return { read, tries: () => tries };
};

async function outcomeOf(read: () => Promise<number>): Promise<unknown> {
  const clock = new FakeClock();
  const done = retryRead(read, { clock, signal: new AbortController().signal }).catch((error: unknown) => error);
  await clock.advance(10_000);
  await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(10_000);
  return done;
}

it("retries a temporary failure, and gives up after three retries", async () => {
  expect(await outcomeOf(failing("EMFILE", 2).read)).toBe(3);
  const hopeless = failing("EAGAIN", 99);
  expect(await outcomeOf(hopeless.read)).toMatchObject({ code: "EAGAIN" });
  expect(hopeless.tries()).toBe(4);
});

it("does not retry a permanent failure", async () => {
  const missing = failing("ENOENT", 1);
  expect(await outcomeOf(missing.read)).toMatchObject({ code: "ENOENT" });
  expect(missing.tries()).toBe(1);
});
