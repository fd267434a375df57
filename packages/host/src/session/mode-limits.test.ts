import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ApprovalKind, LiveDelta, TaskEvent } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { createHost } from "../create-host.ts";

interface Reply {
  readonly agent?: string;
  readonly toolCalls: readonly { readonly name: string; readonly input: object }[];
}

interface Attempt {
  readonly name: string;
  readonly replies: readonly Reply[];
}

const files = {
  "src/a.ts": "one\ntwo\nthree\n",
  ".roo/modes/reader.yaml": "name: Reader\nroleDefinition: You read.\ngroups: [read]\n",
};

const call = (name: string, input: object, agent?: string): Reply => ({
  ...(agent !== undefined && { agent }),
  toolCalls: [{ name, input }],
});
const one = (name: string, input: object, label = name): Attempt => ({ name: label, replies: [call(name, input)] });
const put = (path: string): Attempt => one("write_to_file", { path, content: "x\n" }, `write_to_file ${path}`);
const write = (agent: string) => call("write_to_file", { path: "src/new.ts", content: "x\n" }, agent);
const patch = (body: string) => ({ patch: `*** Begin Patch\n${body}\n*** End Patch` });

const attempts: readonly Attempt[] = [
  put("src/new.ts"),
  put("./docs/../src/new.ts"),
  put("src\\new.ts"),
  put("notes.md"),
  put("folder.md/new.ts"),
  one("write_file", { file_path: "src/new.ts", contents: "x\n" }, "an alias of write_to_file"),
  one("Write", { file_path: "src/new.ts", content: "x\n" }, "another agent's name for it"),
  one("apply_diff", { path: "src/a.ts", diff: "<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE" }),
  one("search_and_replace", { path: "src/a.ts", search: "two", replace: "2" }),
  one("edit_file", { path: "src/a.ts", old_string: "two", new_string: "2" }),
  one("insert_content", { path: "src/a.ts", line: 1, content: "zero" }),
  one("apply_patch", patch("*** Add File: src/new.ts\n+x"), "apply_patch adding a file"),
  one("apply_patch", patch("*** Delete File: src/a.ts"), "apply_patch deleting a file"),
  one("apply_patch", patch("*** Update File: src/a.ts\n@@\n one\n-two\n+2\n three"), "apply_patch changing a file"),
  one("execute_command", { command: "touch src/new.ts" }),
  one("bash", { command: "echo x > src/new.ts" }, "an alias of execute_command"),
  { name: "a subtask", replies: [call("new_task", { mode: "code", message: "part" }), write("child-1")] },
  {
    name: "a command of a subtask",
    replies: [
      call("new_task", { mode: "debug", message: "part" }),
      call("execute_command", { command: "touch src/new.ts" }, "child-1"),
    ],
  },
  {
    name: "a subtask of a subtask",
    replies: [
      call("new_task", { mode: "orchestrator", message: "split it" }),
      call("new_task", { mode: "code", message: "part" }, "child-1"),
      write("child-1.1"),
    ],
  },
  {
    name: "a subtask that switches its mode",
    replies: [
      call("new_task", { mode: "ask", message: "part" }),
      call("switch_mode", { mode_slug: "code" }, "child-1"),
      write("child-1"),
    ],
  },
];

describe.each(["ask", "architect", "reader"])("mode %s does not write files through", (mode) => {
  it.each(attempts)("$name", async ({ replies }) => {
    const { before, after, ends } = await run(mode, replies);
    expect(after).toEqual(before);
    const refused = ends.filter(({ isError }) => isError);
    expect(refused.at(-1)?.content).toMatch(/^(?:FileRestrictionError|ToolNotAllowedError): /);
  });
});

describe("mode code writes files through", () => {
  it.each(attempts)("$name", async ({ replies }) => {
    const { before, after, ends } = await run("code", replies);
    expect(ends.filter(({ isError }) => isError)).toEqual([]);
    expect(after).not.toEqual(before);
  });
});

it("does not switch the mode of a task without approval", async () => {
  const replies = [call("switch_mode", { mode_slug: "code" }), write("root")];
  const denied = await run("ask", replies, ["edit"]);
  expect(denied.after).toEqual(denied.before);
  expect(denied.ends.map(({ code }) => code)).toEqual(["denied", "tool_not_allowed", undefined]);
  const allowed = await run("ask", replies, ["edit", "mode"]);
  expect(allowed.after).not.toEqual(allowed.before);
});

async function run(mode: string, replies: readonly Reply[], allowed?: readonly ApprovalKind[]) {
  await using project = createTempWorkspace(files);
  symlinkSync("src/a.ts", project.path("notes.md"));
  symlinkSync("src", project.path("folder.md"));
  const agents = new Set(replies.map(({ agent = "root" }) => agent));
  const script = [...replies, ...[...agents].map((agent) => call("attempt_completion", { result: "Done." }, agent))];
  const lines = script.map(({ agent, ...reply }) => ({ ...reply, ...(agent !== "root" && { agent }) }));
  await using home = createTempWorkspace({ "script.jsonl": lines.map((line) => JSON.stringify(line)).join("\n") });
  const host = createHost({ home: home.root, environment: { PATH: process.env.PATH }, version: "test" });
  const events: TaskEvent[] = [];
  const before = contents(project.root);
  const session = await host.createTask({
    configuration: await host.configure(project.root, { mode, snapshots: false }),
    provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(allowed ?? ["edit", "command", "subtask", "mode"]),
    attended: false,
    observe: (item: TaskEvent | LiveDelta) => void ("live" in item || events.push(item)),
  });
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  await session.run();
  const ends = events.filter((event) => event.type === "tool.end");
  return { before, after: contents(project.root), ends };
}

function contents(root: string): Record<string, string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "utf8")]),
  );
}
