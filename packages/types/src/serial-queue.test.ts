import { expect, it } from "vitest";
import { SerialQueue } from "./serial-queue.ts";

it("runs one at a time, in the order they came, also after a failure", async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, until?: Promise<void>) => async () => {
    seen.push(`${name} starts`);
    await until;
    seen.push(`${name} ends`);
    return name;
  };
  const one = queue.run(work("one", first.promise));
  const two = queue.run(async () => {
    throw new Error("no");
  });
  const three = queue.run(work("three"));
  await Promise.resolve();
  expect(seen).toEqual(["one starts"]);
  first.resolve();
  await queue.idle();
  expect(seen).toEqual(["one starts", "one ends", "three starts", "three ends"]);
  await expect(two).rejects.toThrow("no");
  expect([await one, await three]).toEqual(["one", "three"]);
});
