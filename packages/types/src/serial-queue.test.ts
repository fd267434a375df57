import { expect, it } from "vitest";
import { KeyedSerialQueue, SerialQueue } from "./serial-queue.ts";

it("runs one at a time, in order, also after a failure", async () => {
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

it("has a queue per key", async () => {
  const queues = new KeyedSerialQueue<string>();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = queues.run("a", async () => {
    await first.promise;
    seen.push("a1");
  });
  const two = queues.run("a", async () => void seen.push("a2"));
  await queues.run("b", async () => void seen.push("b1"));
  first.resolve();
  await Promise.all([one, two]);
  await expect(queues.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await queues.run("a", async () => void seen.push("a3"));
  expect(seen).toEqual(["b1", "a1", "a2", "a3"]);
});
