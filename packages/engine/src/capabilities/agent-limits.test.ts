import { type Capabilities, type Mode, type TaskEvent, unlimited } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { type Scenario, stage } from "../../test/agent-harness.ts";
import { architectMode, askMode, codeMode } from "../../test/builtin-mode.ts";
import { FakeSubtasks } from "../../test/fake-subtasks.ts";
import { compileMode } from "./task-capabilities.ts";

const reading = compileMode(askMode);
const write = { name: "write", input: { path: "a.txt", content: "x" } };
const everyKind = ["edit", "command", "mode", "subtask"] as const;

/** May run commands and write tests only. */
const tester: Mode = {
  slug: "tester",
  name: "Tester",
  roleDefinition: "You test.",
  groups: [{ group: "read" }, { group: "edit", filePattern: "\\.test\\.ts$" }, { group: "command" }],
};

describe("a task with a ceiling", () => {
  it("is offered only what both allow, is told so, and cannot change anything", async () => {
    await using here = await stage({ replies: [{ calls: [write] }, "done"], ceiling: reading });
    const result = await here.run();
    expect(result.filesChanged).toEqual([]);
    const [request] = here.client.requests;
    expect(request?.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["look", "switch_mode", "finish"]));
    expect(request?.tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["write"]));
    expect(request?.tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["act"]));
    expect(request?.systemPrompt).toMatch(/subtask of one that may not edit files, run commands, use a browser/);
    expect(ends(await here.events())[0]).toMatchObject({
      code: "tool_not_allowed",
      content: expect.stringMatching(/^ToolNotAllowedError: write is not available to this task in any mode/),
    });

    await using free = await stage({ replies: [{ calls: [write] }, "done"] });
    expect((await free.run()).filesChanged).toEqual(["a.txt"]);
    expect(free.client.requests[0]?.systemPrompt).not.toContain("subtask of one");
  });

  it("stays within it when it switches modes, and is told", async () => {
    const toCode = { name: "switch_mode", input: { mode: "code" } };
    const scenario: Scenario = {
      replies: [{ calls: [toCode] }, { calls: [write] }, "done"],
      mode: "ask",
      autoApprove: everyKind,
    };
    await using here = await stage({ ...scenario, ceiling: reading });
    expect((await here.run()).filesChanged).toEqual([]);
    expect(here.agent.state.mode).toBe("code");
    expect(here.agent.capabilities).toEqual({ ...reading, groups: ["read", "mcp"] });
    const [switched, refused] = ends(await here.events());
    expect(switched?.content).toMatch(/^now code\nThis is a subtask of one that may not edit files/);
    expect(refused).toMatchObject({ code: "tool_not_allowed" });

    await using free = await stage(scenario);
    expect((await free.run()).filesChanged).toEqual(["a.txt"]);
    expect(ends(await free.events())[0]?.content).toBe("now code");
  });

  it("keeps it when it is resumed without one", async () => {
    await using here = await stage({ replies: ["done"], ceiling: reading });
    await here.run();
    expect((await here.events())[0]).toMatchObject({ type: "task.start", ceiling: reading });
    await using again = await here.restart({ replies: [{ calls: [write] }, "done"], prompt: "go on" });
    expect((await again.run()).filesChanged).toEqual([]);
  });

  it("may edit where the mode and the ceiling both allow", async () => {
    const ceiling = compileMode(architectMode);
    const docs = {
      ...codeMode,
      groups: [{ group: "read" as const }, { group: "edit" as const, filePattern: "^docs/" }],
    };
    const calls = ["docs/a.md", "docs/a.ts", "b.md"].map((path) => ({ name: "write", input: { path, content: "x" } }));
    await using here = await stage({ replies: [{ calls }, "done"], ceiling, modes: [docs] });
    expect((await here.run()).filesChanged).toEqual(["docs/a.md"]);
    expect(ends(await here.events())[1]).toMatchObject({
      code: "file_restricted",
      content: expect.stringMatching(
        /FileRestrictionError: Code mode may only edit \^docs\/ and also \\\.md\$; docs\/a\.ts was not changed/,
      ),
    });
  });
});

describe("a subtask", () => {
  it.each<[string, Capabilities | undefined, Capabilities]>([
    ["ask", undefined, reading],
    ["code", undefined, compileMode(codeMode)],
    ["orchestrator", undefined, unlimited],
    ["orchestrator", reading, reading],
    ["code", reading, reading],
  ])("in %s mode has no more capabilities than its parent", async (mode, ceiling, expected) => {
    const subtasks = new FakeSubtasks();
    const calls = [{ name: "new_task", input: { mode: "code", message: "part" } }];
    await using here = await stage({
      replies: [{ calls }, "done"],
      mode,
      subtasks,
      autoApprove: everyKind,
      ...(ceiling && { ceiling }),
    });
    await here.run();
    expect(subtasks.ceilings.get("part")).toEqual(expected);
  });
});

describe("a mode with commands that may not write everywhere", () => {
  const replies = [{ calls: [{ name: "act", input: { what: "make" } }] }, "done"];

  it("has none if commands cannot be sandboxed, and is told why", async () => {
    await using here = await stage({ replies, mode: "tester", modes: [tester] });
    await here.run();
    expect(here.trace.done).toEqual([]);
    expect(here.client.requests[0]?.systemPrompt).toContain(
      "You cannot run commands: this machine cannot keep them from",
    );
    expect(here.agent.capabilities).toMatchObject({ exec: false, groups: ["read", "edit"] });
  });

  it("has them if they are sandboxed", async () => {
    await using here = await stage({ replies, mode: "tester", modes: [tester], enforcesCommands: true });
    await here.run();
    expect(here.trace.done).toEqual(["make"]);
    expect(here.agent.capabilities).toMatchObject({ exec: true, write: { patterns: [["\\.test\\.ts$"]] } });
  });

  it("does not affect a mode that may write everywhere", async () => {
    await using here = await stage({ replies });
    await here.run();
    expect(here.trace.done).toEqual(["make"]);
  });
});

function ends(events: readonly TaskEvent[]) {
  return events.filter((event) => event.type === "tool.end");
}
