import { readdirSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ApprovalKind, EventOf, LiveDelta, RunResult, TaskEvent } from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";

const hasBubblewrap = (await new LocalWorkspace({ root: "." }).enforcement()).kind === "bubblewrap";

const finish = { toolCalls: [{ name: "attempt_completion", input: { result: "Done." } }] };
const write = (path: string) => ({ toolCalls: [{ name: "write_to_file", input: { path, content: "x\n" } }] });
const command: readonly ApprovalKind[] = ["command"];

it("runs hooks before and after tools and on completion, and passes their messages to the model and the log", async () => {
  const hooks = {
    beforeTool: [
      { match: "write_to_file", command: "grep -q secret && { echo 'not that file' >&2; exit 2; } || true" },
    ],
    afterTool: [{ match: "write_*", command: `echo '{"note":"formatted"}'` }],
    onCompletion: [{ command: "test -e done || { touch done; echo 'once more' >&2; exit 2; }" }],
  };
  const replies = [write("secret.txt"), write("plain.txt"), finish, finish];
  const { result, events } = await run({ hooks, replies, autoApprove: ["edit"] });
  expect(result).toMatchObject({ status: "completed", filesChanged: ["plain.txt"] });
  const ends = endsIn(events);
  expect(ends.map(({ name, isError }) => [name, isError])).toEqual([
    ["write_to_file", true],
    ["write_to_file", false],
    ["attempt_completion", true],
    ["attempt_completion", false],
  ]);
  expect(ends.map(({ content }) => content)).toEqual([
    expect.stringContaining("not that file"),
    expect.stringContaining("formatted"),
    expect.stringContaining("once more"),
    expect.any(String),
  ]);
  const runs = events.filter((event) => event.type === "hook.end").map(({ on, exitCode }) => [on, exitCode]);
  expect(runs).toEqual([
    ["beforeTool", 2],
    ["beforeTool", 0],
    ["afterTool", 0],
    ["onCompletion", 2],
    ["onCompletion", 0],
  ]);
});

it("requires approval even if a hook allows a call", async () => {
  const hooks = { beforeTool: [{ command: `echo '{"decision":"allow"}'` }] };
  const { events } = await run({ hooks, replies: [write("a.txt"), finish], autoApprove: [] });
  expect(endsIn(events)[0]).toMatchObject({ name: "write_to_file", isError: true, code: "denied" });
});

it("offers custom tools in modes with commands, and runs them with approval", async () => {
  const replies = [{ toolCalls: [{ name: "shout", input: { text: "hello" } }] }, finish];
  const allowed = endsIn((await run({ replies, autoApprove: command })).events)[0];
  expect(allowed).toMatchObject({ name: "shout", content: "HELLO", isError: false });
  const denied = endsIn((await run({ replies, autoApprove: ["mcp"] })).events)[0];
  expect(denied).toMatchObject({ name: "shout", isError: true, code: "denied" });
  const reader = endsIn((await run({ replies, autoApprove: command, mode: "ask" })).events)[0];
  // Without a sandbox such a mode has no tool for commands at all.
  expect(reader).toMatchObject({
    name: "shout",
    isError: true,
    code: expect.stringMatching(/tool_not_allowed|unknown/),
  });
});

it.skipIf(!hasBubblewrap)("limits custom tools to what the mode may write (needs bwrap)", async () => {
  const replies = [{ toolCalls: [{ name: "scribble", input: {} }] }, finish];
  const free = await run({ replies, autoApprove: command });
  expect(endsIn(free.events)[0]).toMatchObject({ content: "written", isError: false });
  expect(free.files).toContain("scribbled.txt");
  for (const mode of ["looker", "tester"]) {
    const confined = await run({ replies, autoApprove: command, mode });
    expect(endsIn(confined.events)[0]).toMatchObject({ isError: true, content: expect.stringContaining("EROFS") });
    expect(confined.files).not.toContain("scribbled.txt");
  }
  const switched = [{ toolCalls: [{ name: "switch_mode", input: { mode_slug: "looker" } }] }, ...replies];
  const later = await run({ replies: [replies[0] ?? finish, ...switched], autoApprove: ["command", "mode"] });
  expect(endsIn(later.events).map(({ isError }) => isError)).toEqual([false, false, true, false]);
});

function endsIn(events: readonly TaskEvent[]): EventOf<"tool.end">[] {
  return events.filter((event) => event.type === "tool.end");
}

async function run(options: {
  readonly hooks?: Record<string, unknown>;
  readonly replies: readonly unknown[];
  readonly autoApprove: readonly ApprovalKind[];
  readonly mode?: string;
}): Promise<{ result: RunResult; events: TaskEvent[]; files: string[] }> {
  await using project = createTempWorkspace({
    ".roo/modes/looker.yaml": "name: Looker\nroleDefinition: You look.\ngroups: [read, command]\n",
    ".roo/modes/tester.yaml":
      "name: Tester\nroleDefinition: You test.\ngroups: [read, command, [edit, { fileRegex: txt }]]\n",
  });
  await using home = createTempWorkspace({
    "script.jsonl": options.replies.map((reply) => JSON.stringify(reply)).join("\n"),
    "hooks.json": JSON.stringify({ hooks: options.hooks ?? {} }),
    "tools/shout.ts": `export default { name: "shout", description: "Louder",
      parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      execute: ({ text }: { text: string }) => text.toUpperCase() };`,
    "tools/scribble.ts": `import { writeFileSync } from "node:fs";
      export default { name: "scribble", description: "Writes a file",
      execute: () => (writeFileSync("scribbled.txt", "x"), "written") };`,
  });
  const environment = { PATH: process.env.PATH ?? "" };
  const host = createHost({ home: home.root, environment, version: "test" });
  const events: TaskEvent[] = [];
  const session = await host.createTask({
    configuration: await host.configure(project.root, { mode: options.mode ?? "code" }),
    provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(options.autoApprove),
    attended: false,
    observe: (item: TaskEvent | LiveDelta) => void ("live" in item || events.push(item)),
  });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  return { result: await session.run(), events, files: readdirSync(project.root) };
}
