import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { InstructionLibrary, McpAnswer, McpCalls, Tool, ToolOutput, ToolPorts } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { accessMcpResource } from "./access-mcp-resource.ts";
import { askFollowupQuestion } from "./ask-followup-question.ts";
import { attemptCompletion } from "./attempt-completion.ts";
import { fetchInstructions } from "./fetch-instructions.ts";
import { newTask } from "./new-task.ts";
import { runSlashCommand } from "./run-slash-command.ts";
import { skill } from "./skill.ts";
import { switchMode } from "./switch-mode.ts";
import { updateTodoList } from "./update-todo-list.ts";
import { useMcpTool } from "./use-mcp-tool.ts";

describe("attempt_completion", () => {
  it("ends the task with its result", async () => {
    const { control } = await call(attemptCompletion, { result: "All done." });
    expect(control).toEqual({ type: "complete", result: "All done.", claims: [] });
  });
});

describe("ask_followup_question", () => {
  it.each([[[{ text: "Yes" }, { text: "No", mode: null }]], [["Yes", "No"]]])(
    "asks with the suggestions %j",
    async (follow_up) => {
      const { control } = await call(askFollowupQuestion, { question: "Sure?", follow_up });
      expect(control).toEqual({ type: "ask", question: "Sure?", suggestions: ["Yes", "No"] });
    },
  );
});

describe("update_todo_list", () => {
  it("parses a checklist and counts completed items", async () => {
    const todos = "# Plan\n- [x] one\n* [X] two\n[-] three\n  [~] four\n- [ ] five [x]\nnot a step\n- [ ]\n";
    const { content, control } = await call(updateTodoList, { todos });
    expect(content).toBe("Todo list updated: 2 of 5 done.");
    expect(control).toEqual({
      type: "todos",
      todos: [
        { text: "one", status: "completed" },
        { text: "two", status: "completed" },
        { text: "three", status: "in_progress" },
        { text: "four", status: "in_progress" },
        { text: "five [x]", status: "pending" },
      ],
    });
  });

  it("accepts a list of objects", async () => {
    const todos = [
      { content: "one", status: "completed" },
      { content: "two", status: "in_progress" },
      { content: "three", status: "pending" },
    ];
    const { control } = await call(updateTodoList, { todos });
    expect(control).toMatchObject({ todos: [{ status: "completed" }, { status: "in_progress" }, { text: "three" }] });
  });

  it("refuses text without items, and accepts an empty list", async () => {
    await expect(call(updateTodoList, { todos: "do things" })).rejects.toMatchObject({ code: "invalid_todos" });
    expect((await call(updateTodoList, { todos: "" })).control).toEqual({ type: "todos", todos: [] });
  });
});

describe("new_task", () => {
  const ports = { subtasks: ["code", "ask"] };

  it("starts a task in an allowed mode, with its todos", async () => {
    const input = { mode: "code", message: "Write it.", todos: "[ ] one\n[x] two" };
    const todos = [
      { text: "one", status: "pending" },
      { text: "two", status: "completed" },
    ];
    const { control } = await call(newTask, input, ports);
    expect(control).toEqual({ type: "new-task", mode: "code", message: "Write it.", todos });
  });

  it("refuses a mode that is not allowed, and an empty message", async () => {
    const unknown = call(newTask, { mode: "admin", message: "x" }, ports);
    await expect(unknown).rejects.toMatchObject({
      code: "unknown_mode",
      message: expect.stringContaining("code, ask"),
    });
    await expect(call(newTask, { mode: "ask", message: " \n" }, ports)).rejects.toMatchObject({
      code: "invalid_message",
    });
  });
});

describe("switch_mode", () => {
  it("switches to a mode of the task, and to no other", async () => {
    const ports = { modes: ["code"] };
    const { control } = await call(switchMode, { mode: "code", reason: "to write" }, ports);
    expect(control).toEqual({ type: "switch-mode", mode: "code", reason: "to write" });
    await expect(call(switchMode, { mode_slug: "toString" }, ports)).rejects.toMatchObject({ code: "unknown_mode" });
  });
});

describe("run_slash_command and skill", () => {
  const requests: string[] = [];
  const textOf = (kind: string) => async (name: string, args: string) => {
    requests.push(`${kind} ${name} ${args}`);
    return name === "known" ? `Do it with ${args}.` : undefined;
  };
  const library: InstructionLibrary = {
    commands: async () => [{ name: "known", description: "" }],
    skills: async () => [],
    command: textOf("command"),
    skill: textOf("skill"),
  };

  it("return the library's text with arguments filled in", async () => {
    const command = await call(runSlashCommand, { command: "/known", args: "care" }, { library });
    expect(command.content).toBe("# /known\n\nDo it with care.");
    expect((await call(skill, { name: "known" }, { library })).content).toBe("# Skill known\n\nDo it with .");
    expect(requests).toEqual(["command known care", "skill known "]);
  });

  it("list what exists when the name is unknown", async () => {
    const command = call(runSlashCommand, { command: "nope" }, { library });
    await expect(command).rejects.toMatchObject({
      code: "unknown_command",
      message: expect.stringContaining("/known"),
    });
    const unknown = call(skill, { skill: "nope" }, { library });
    await expect(unknown).rejects.toMatchObject({
      code: "unknown_skill",
      message: expect.stringContaining("no skills"),
    });
  });
});

describe("fetch_instructions", () => {
  it.each(["create_mode", "create_mcp_server"])("explains %s, and where its file belongs", async (task) => {
    const { content } = await call(fetchInstructions, { task });
    expect(content).toMatch(task === "create_mode" ? /\.roo\/modes\/<slug>\.yaml/ : /\.roo\/mcp\.json/);
  });
});

describe("use_mcp_tool and access_mcp_resource", () => {
  const answering = (answer: Partial<McpAnswer>, requests: unknown[] = []): ToolPorts => {
    const full = { content: "", images: [], isError: false, ...answer };
    const mcp: McpCalls = {
      describeTool: async () => ({ definition: "d1" }),
      findTools: async () => ({ found: [], total: 0, missing: [] }),
      callTool: async ({ server, tool, arguments: given }) => (requests.push({ server, tool, given }), full),
      readResource: async ({ server, uri }) => (requests.push({ server, uri }), full),
    };
    return { mcp };
  };

  it.each([[{ q: 1 }], ['{"q": 1}']])("calls a tool with the arguments %j", async (given) => {
    const requests: unknown[] = [];
    const image = { type: "image", mediaType: "image/png", data: "AA==" } as const;
    const ports = answering({ content: "found", images: [image] }, requests);
    const output = await call(useMcpTool, { server_name: "s", tool_name: "t", arguments: given }, ports);
    expect(output).toEqual({ content: "found", images: [image] });
    expect(requests).toEqual([{ server: "s", tool: "t", given: { q: 1 } }]);
  });

  it("requests approval with the tool and all its arguments", () => {
    if (useMcpTool.kind !== "action") throw new Error("use_mcp_tool acts");
    const subject = useMcpTool.subject(useMcpTool.input.parse({ server: "s", tool: "t", arguments: { secret: "no" } }));
    expect(subject).toEqual({ kind: "mcp", summary: "t of s", detail: '{\n  "secret": "no"\n}', tool: "s/t" });
  });

  it("refuses arguments that are not an object", async () => {
    const input = { server_name: "s", tool_name: "t", arguments: "[1" };
    await expect(call(useMcpTool, input, answering({}))).rejects.toThrow("expected record");
  });

  it("reports a failed call as a failure, and truncates a long answer", async () => {
    const failed = call(useMcpTool, { server: "s", tool: "t" }, answering({ content: "no such row", isError: true }));
    await expect(failed).rejects.toMatchObject({ code: "mcp_failed", message: "no such row" });
    const ports = answering({ content: "x".repeat(300_000) });
    const { content } = await call(accessMcpResource, { server: "s", uri: "a://b" }, ports);
    expect(content.length).toBeLessThan(101_000);
    expect(content).toContain("200000 more characters");
  });
});

async function call(tool: Tool, input: unknown, ports: ToolPorts = {}): Promise<ToolOutput> {
  await using temp = createTempWorkspace();
  return new ToolCaller(temp, ports).call(tool, input);
}
