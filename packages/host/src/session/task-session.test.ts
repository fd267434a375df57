import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { defineTool } from "@roo-code/types";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createHost } from "../create-host.ts";
import type { RunOptions } from "../host.ts";
import type { PartFactory, TaskPart } from "../parts/task-part.ts";

it("disposes parts in reverse order and closes the log, whatever one of them throws", async () => {
  await using folder = folderFor("Done.");
  const closed: string[] = [];
  const part = (name: string, more: Partial<TaskPart> = {}): PartFactory => {
    return () => ({ name, dispose: async () => void closed.push(name), ...more });
  };
  const broken = part("broken", {
    dispose: () => Promise.reject(new Error("it is stuck")),
    afterRun: () => Promise.reject(new Error("it is stuck again")),
  });
  const warnings = collectWarnings();
  const host = hostOf(folder, [part("first"), broken, part("last")]);
  const session = await host.createTask({ ...runOf(folder), configuration: await host.configure(folder.root) });
  await expect(hostOf(folder).tasks.open(session.taskId)).rejects.toMatchObject({ code: "task_busy" });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  expect(await session.run()).toMatchObject({ status: "completed", result: "Done." });

  expect(closed).toEqual(["last", "first"]);
  await (await hostOf(folder).tasks.open(session.taskId)).close();
  await expect
    .poll(() => warnings)
    .toEqual(["Could not close broken: it is stuck", "Could not close broken: it is stuck again"]);
});

it("closes everything when a part cannot be created, and leaves no task behind", async () => {
  await using folder = folderFor("Done.");
  const closed: string[] = [];
  const good: PartFactory = () => ({ name: "good", dispose: async () => void closed.push("good") });
  const bad: PartFactory = () => Promise.reject(new Error("no such ability"));
  const host = hostOf(folder, [good, bad]);
  const configuration = await host.configure(folder.root);
  await expect(host.createTask({ ...runOf(folder), configuration })).rejects.toThrow("no such ability");
  expect(closed).toEqual(["good"]);
  expect(await host.tasks.list()).toEqual([]);

  const session = await hostOf(folder).createTask({ ...runOf(folder), configuration });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  await session.run();
  await expect(host.openTask(session.taskId, { ...runOf(folder), configuration })).rejects.toThrow("no such ability");
  await (await hostOf(folder).tasks.open(session.taskId)).close();
});

it("kills the processes of every part when the process is about to exit", async () => {
  await using folder = folderFor("Done.");
  const ended: string[] = [];
  const part = (name: string): PartFactory => {
    return () => ({
      name,
      disposeNow() {
        ended.push(name);
        if (name === "broken") throw new Error("it is stuck");
      },
    });
  };
  const warnings = collectWarnings();
  const host = hostOf(folder, [part("first"), part("broken")]);
  const session = await host.createTask({ ...runOf(folder), configuration: await host.configure(folder.root) });
  session.disposeNow();
  expect(ended).toEqual(["broken", "first"]);
  await expect.poll(() => warnings).toEqual(["Could not close broken: it is stuck"]);
  await session.dispose();
  await session.dispose();
});

it("uses the tools, hints and news of parts, and shows them every event", async () => {
  const call = { toolCalls: [{ name: "shout", input: {} }] };
  await using folder = folderFor(call, "Done.");
  const seen: string[] = [];
  const shouting: PartFactory = ({ record }) => ({
    name: "shouting",
    tools: [{ name: "shout", load: async () => shout }],
    guide: ({ slug }) => `You may shout in ${slug}.`,
    news: () => (record.state.turns === 1 ? "Someone listens." : undefined),
    observe: (item) => void ("live" in item || seen.push(item.type)),
  });
  const host = hostOf(folder, [shouting]);
  const session = await host.createTask({ ...runOf(folder), configuration: await host.configure(folder.root) });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  await session.run();
  const events = await host.tasks.read(session.taskId);
  expect(events.find((event) => event.type === "task.start")?.instructions).toContain("You may shout in code.");
  const end = events.find((event) => event.type === "tool.end");
  expect(end).toMatchObject({ name: "shout", content: "HO", notice: "Someone listens." });
  expect(seen).toEqual(events.map(({ type }) => type));
});

const shout = defineTool({
  name: "shout",
  group: "read",
  kind: "read",
  description: "shout",
  input: z.strictObject({}),
  run: async () => ({ content: "HO" }),
});

function folderFor(...replies: readonly unknown[]): TempWorkspace {
  const lines = replies.map((reply) => JSON.stringify(typeof reply === "string" ? { text: reply } : reply));
  return createTempWorkspace({ "script.jsonl": lines.join("\n") });
}

function hostOf(folder: TempWorkspace, parts: readonly PartFactory[] = []) {
  return createHost({ home: folder.path(".home"), environment: { PATH: "" }, version: "test", parts });
}

function runOf(folder: TempWorkspace): RunOptions {
  return {
    provider: { apiProvider: "replay", replayFile: folder.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(),
    attended: false,
    observe: () => {},
  };
}

function collectWarnings(): string[] {
  const messages: string[] = [];
  const collect = (warning: Error & { code?: string }) => {
    if (warning.code === "ROO_NOT_CLOSED") messages.push(warning.message);
  };
  process.on("warning", collect);
  onTestFinished(() => void process.off("warning", collect));
  return messages;
}
