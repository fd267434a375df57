import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import type { TaskEvent, TaskId } from "@roo-code/types";
import { expect, it } from "vitest";
import { TaskFeed } from "./task-feed.ts";

const taskId = "019a8d00-b1e5-7000-8000-000000000001" as TaskId;
const large = "x".repeat(100_000);

/** A log of many large events that counts how far it was read. */
async function longLog(events: number) {
  const log = new MemoryEventLog(new FakeClock());
  const writer = await log.create(taskId);
  const drafts = Array.from(
    { length: events },
    () => ({ type: "notice.added", code: "long", message: large }) as const,
  );
  await writer.append(drafts).durable;
  await writer.close();
  const watched = { count: 0 };
  const watch = async function* (...args: Parameters<MemoryEventLog["watch"]>): AsyncGenerator<TaskEvent> {
    for await (const event of log.watch(...args)) {
      watched.count += 1;
      yield event;
    }
  };
  const read = () => Promise.reject(new Error("the whole log was read"));
  return { watched, tasks: { watch, read, summarize: () => log.summarize(taskId) } };
}

it("reads a long log only as fast as the client does, and sends all of it", async () => {
  const { tasks, watched } = await longLog(300);
  const feed = new TaskFeed({ taskId, tasks, isOurs: () => false, currentDeltas: () => [], onIdle: () => {} });
  const stop = new AbortController();
  const seen: number[] = [];
  let drained = Promise.withResolvers<void>();
  const caughtUp = Promise.withResolvers<number>();
  const following = feed.follow(
    0,
    {
      send: (frame) => void seen.push((JSON.parse(frame.toString()) as { event: TaskEvent }).event.seq),
      drained: () => (seen.length % 10 === 9 ? drained.promise : Promise.resolve()),
      caughtUp: (seq) => caughtUp.resolve(seq),
    },
    stop.signal,
  );
  while (seen.length < 9) await new Promise(setImmediate);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect([seen.length, watched.count]).toEqual([9, 10]);
  drained.resolve();
  drained = { promise: Promise.resolve(), resolve: () => {}, reject: () => {} };
  expect(await caughtUp.promise).toBe(300);
  expect(seen).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  stop.abort();
  await following;
});
