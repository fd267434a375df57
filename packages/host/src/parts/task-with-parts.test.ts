import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { LiveDelta, RunResult, TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";

const finish = { toolCalls: [{ name: "finish", input: { message: "Done." } }] };

it("lists commands for the model at the start, and provides their text on request", async () => {
  const files = { ".roo/commands/hello.md": "---\ndescription: Greets\n---\nSay hello to $1." };
  const ask = { toolCalls: [{ name: "SlashCommand", input: { command: "/hello Ada" } }] };
  const { result, events } = await run(files, [ask, finish]);
  expect(result).toMatchObject({ status: "completed", result: "Done." });
  expect(events.find((event) => event.type === "task.start")?.instructions).toContain("- /hello: Greets");
  const ends = events.filter((event) => event.type === "tool.end");
  expect(ends.map(({ name, calledAs, content }) => [name, calledAs, content])).toEqual([
    ["run_slash_command", "SlashCommand", "# /hello\n\nSay hello to Ada."],
    ["attempt_completion", "finish", "The task is complete."],
  ]);
});

it("mentions no commands if there are none, and has no tool for them", async () => {
  const ask = { toolCalls: [{ name: "run_slash_command", input: { command: "hello" } }] };
  const { events } = await run({}, [ask, finish]);
  expect(events.find((event) => event.type === "task.start")?.instructions).toBeUndefined();
  expect(events.find((event) => event.type === "tool.end")).toMatchObject({ isError: true, code: "not_available" });
});

async function run(
  files: Record<string, string>,
  replies: readonly unknown[],
): Promise<{ result: RunResult; events: TaskEvent[] }> {
  await using project = createTempWorkspace(files);
  await using home = createTempWorkspace({ "script.jsonl": replies.map((reply) => JSON.stringify(reply)).join("\n") });
  const host = createHost({ home: home.root, environment: { PATH: "" }, version: "test" });
  const events: TaskEvent[] = [];
  const session = await host.createTask({
    configuration: await host.configure(project.root),
    provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(),
    attended: false,
    observe: (item: TaskEvent | LiveDelta) => void ("live" in item || events.push(item)),
  });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  return { result: await session.run(), events };
}
