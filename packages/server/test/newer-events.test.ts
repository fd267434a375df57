import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { done, script } from "./obedient-model.ts";
import { type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
beforeAll(async () => {
  parts = await servedParts();
});
afterAll(() => parts[Symbol.asyncDispose]());

it("passes on events of a newer version everywhere a log is read", async () => {
  await using served = await serve(parts);
  const { client, workspaceId, home } = served;
  const { taskId } = await client.tasks.create({ body: { workspaceId, text: script(done("one")) } });
  const status = async () => (await client.tasks.get({ params: { taskId } })).status;
  await expect.poll(status).toBe("completed");
  const log = join(home, "tasks", taskId, "events.jsonl");
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { seq: number; at: string });
  const newer = { at: events[0]?.at, type: "hologram.added", depth: 3, source: { of: ["light"] } };
  const all = [...events.slice(0, 3), newer, ...events.slice(3), newer].map((event, index) => ({
    ...event,
    seq: index + 1,
  }));
  writeFileSync(log, all.map((event) => `${JSON.stringify(event)}\n`).join(""));

  expect(await client.tasks.get({ params: { taskId } })).toMatchObject({ lastSeq: all.length, result: "one" });
  const page = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
  expect(page.events[3]).toEqual({ ...newer, seq: 4 });
  expect(page.events).toHaveLength(all.length);
  expect((await client.tasks.list()).tasks).toMatchObject([{ taskId }]);
  for (const format of ["json", "markdown", "roo", "atif"])
    expect((await served.ask(`/api/v1/tasks/${taskId}/export?format=${format}`)).status).toBe(200);
  const live = served.live();
  const received: number[] = [];
  const caughtUp = Promise.withResolvers<number>();
  live.subscribe(taskId, {
    afterSeq: 0,
    onEvent: ({ seq }) => void received.push(seq),
    onCaughtUp: (seq) => caughtUp.resolve(seq),
  });
  expect(await caughtUp.promise).toBe(all.length);
  expect(received).toEqual(all.map(({ seq }) => seq));
  const op = { type: "message.send", opId: "more", text: script(done("two")) } as const;
  await client.tasks.submit({ params: { taskId }, body: { op } });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).result).toBe("two");
  const broken = { ...events[0], seq: 1, type: "task.start", environment: 7 };
  writeFileSync(log, `${JSON.stringify(broken)}\n`);
  expect((await served.ask(`/api/v1/tasks/${taskId}/events`)).status).toBeGreaterThanOrEqual(400);
});
