import type { TaskItem } from "@roo-code/ipc";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { ItemFeed } from "./item-feed.ts";

const taskId = testTaskId("task-1");
const source = { taskId, agent: "root" };

it("sends an event once that is in the log before it is observed", async () => {
  const { feed, append, subscribe, sent } = await createFeed();
  feed.observe(await append("first"), source);
  const unobserved = await append("second");
  await subscribe();
  feed.observe(unobserved, source);
  feed.observe(await append("third"), source);
  expect(sent).toEqual([1, 2, 3]);
});

it("sends what is observed during a replay after it, each event once", async () => {
  const { feed, append, subscribe, sent, onDrained } = await createFeed();
  for (const text of ["first", "second"]) feed.observe(await append(text), source);
  onDrained(async () => {
    feed.observe({ type: "text.delta", live: true, text: "…" }, source);
    feed.observe(await append("third"), source);
  });
  await subscribe();
  feed.observe(await append("fourth"), source);
  expect(sent).toEqual([1, 2, "live", 3, 4]);
});

it("starts over if a client subscribes again, even during a replay", async () => {
  const { feed, append, subscribe, sent, onDrained } = await createFeed();
  for (const text of ["first", "second"]) feed.observe(await append(text), source);
  let second: Promise<void> | undefined;
  onDrained(async () => {
    second ??= subscribe();
  });
  await subscribe();
  await second;
  feed.observe(await append("third"), source);
  expect(sent).toEqual([1, 2, 3]);
  sent.length = 0;
  await subscribe();
  expect(sent).toEqual([1, 2, 3]);
});

async function createFeed() {
  const log = new MemoryEventLog(new FakeClock());
  const writer = await log.create(taskId);
  const sent: (number | "live")[] = [];
  let isSubscribed = false;
  let drained = async (): Promise<void> => undefined;
  const server = {
    clientIds: ["client"],
    sendItem: (_: string, { item }: TaskItem) => {
      if (isSubscribed) sent.push("live" in item ? "live" : item.seq);
    },
    drained: () => drained(),
    closeClient: () => undefined,
  };
  const feed = new ItemFeed(server, log);
  return {
    feed,
    sent,
    subscribe: (): Promise<void> => {
      isSubscribed = true;
      return feed.replay("client");
    },
    append: async (text: string): Promise<TaskEvent> => {
      const { events, durable } = writer.append([eventDrafts.message(text)]);
      await durable;
      const [event] = events;
      if (!event) throw new Error("nothing was appended");
      return event;
    },
    onDrained: (work: () => Promise<void>): void => {
      drained = work;
    },
  };
}
