import { ToolRegistry } from "@roo-code/engine";
import { builtinTools, translateCall } from "@roo-code/tools";
import { ToolFailure, type ToolPorts } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";

const unused = () => Promise.reject(new Error("not used"));
/** Every port, so that every tool is available. */
const ports: ToolPorts = {
  outline: { outline: unused },
  codeIndex: { search: unused },
  browser: { perform: unused },
  library: { commands: unused, command: unused, skills: unused, skill: unused },
  images: { make: unused },
  mcp: { describeTool: unused, callTool: unused, readResource: unused, findTools: unused },
  modes: ["code"],
  subtasks: ["code"],
};
const tools = new ToolRegistry(builtinTools, ports, translateCall);

/** A call as a model makes it for another agent → our tool and its parsed input. */
const calls: [name: string, input: unknown, tool: string, parsed: Record<string, unknown>][] = [
  // Claude Code
  ["Read", { file_path: "a.ts", offset: 10, limit: 5 }, "read_file", { path: "a.ts", offset: 10, limit: 5 }],
  ["Write", { file_path: "a.ts", content: "x" }, "write_to_file", { path: "a.ts", content: "x" }],
  [
    "Edit",
    { file_path: "a", old_string: "b", new_string: "c" },
    "search_and_replace",
    { path: "a", old_string: "b", new_string: "c" },
  ],
  [
    "Edit",
    { file_path: "a", old_string: "b", new_string: "c", replace_all: true },
    "search_and_replace",
    { replace_all: true },
  ],
  [
    "Edit",
    { file_path: "new.ts", old_string: "", new_string: "c" },
    "edit_file",
    { path: "new.ts", old_string: "", new_string: "c" },
  ],
  [
    "MultiEdit",
    { file_path: "a", edits: [{ old_string: "b", new_string: "c" }] },
    "search_and_replace",
    { path: "a", old_string: "b", new_string: "c" },
  ],
  [
    "MultiEdit",
    {
      file_path: "a",
      edits: [
        { old_string: "b", new_string: "c" },
        { old_str: "d", new_str: "e", replace_all: true },
      ],
    },
    "edit_file",
    { path: "a", old_string: "b", new_string: "c", edits: [{ old_string: "d", new_string: "e", replace_all: true }] },
  ],
  ["BashOutput", { bash_id: "cmd-1" }, "read_command_output", { artifact_id: "cmd-1" }],
  ["KillShell", { shell_id: "cmd-1" }, "stop_command", { id: "cmd-1" }],
  [
    "Bash",
    { command: "npm test", timeout: 120000, description: "Run tests" },
    "execute_command",
    { command: "npm test", timeout: 120 },
  ],
  [
    "Bash",
    { command: "npm run dev", run_in_background: true },
    "execute_command",
    { command: "npm run dev", background: true },
  ],
  ["Glob", { pattern: "src/**/*.ts" }, "list_files", { recursive: true, file_pattern: "src/**/*.ts" }],
  [
    "Grep",
    { pattern: "foo", path: "src", glob: "*.ts", output_mode: "content", "-n": true, "-i": true },
    "search_files",
    { path: "src", regex: "(?i)foo", file_pattern: "*.ts" },
  ],
  ["Grep", { pattern: "foo", type: "py" }, "search_files", { regex: "foo", file_pattern: "*.py" }],
  ["LS", { path: "/src" }, "list_files", { path: "/src" }],
  [
    "TodoWrite",
    { todos: [{ content: "one", status: "in_progress", activeForm: "Doing one" }] },
    "update_todo_list",
    { todos: "[-] one" },
  ],
  [
    "Task",
    { description: "Look", prompt: "Find x", subagent_type: "Explore" },
    "new_task",
    { mode: "ask", message: "Find x" },
  ],
  [
    "WebFetch",
    { url: "https://example.com", prompt: "Summarise" },
    "browser_action",
    { action: "launch", url: "https://example.com" },
  ],
  [
    "AskUserQuestion",
    {
      questions: [
        {
          question: "Which?",
          header: "x",
          options: [
            { label: "A", description: "a" },
            { label: "B", description: "b" },
          ],
        },
      ],
    },
    "ask_followup_question",
    { question: "Which?", follow_up: [{ text: "A" }, { text: "B" }] },
  ],
  ["SlashCommand", { command: "/review src now" }, "run_slash_command", { command: "review", args: "src now" }],
  ["ExitPlanMode", { plan: "The plan." }, "attempt_completion", { result: "The plan." }],
  // Claude's own editor
  [
    "str_replace_editor",
    { command: "view", path: "a.py", view_range: [5, 9] },
    "read_file",
    { path: "a.py", offset: 5, limit: 5 },
  ],
  [
    "str_replace_editor",
    { command: "view", path: "a.py", view_range: [5, -1] },
    "read_file",
    { path: "a.py", offset: 5 },
  ],
  ["str_replace_editor", { command: "view", path: "src/" }, "list_files", { path: "src/" }],
  [
    "str_replace_editor",
    { command: "create", path: "a.py", file_text: "x" },
    "write_to_file",
    { path: "a.py", content: "x" },
  ],
  [
    "str_replace_editor",
    { command: "str_replace", path: "a.py", old_str: "b", new_str: "c" },
    "search_and_replace",
    { path: "a.py", old_string: "b", new_string: "c" },
  ],
  [
    "str_replace_editor",
    { command: "str_replace", path: "a.py", old_str: "b" },
    "search_and_replace",
    { new_string: "" },
  ],
  [
    "str_replace_based_edit_tool",
    { command: "insert", path: "a.py", insert_line: 3, insert_text: "x" },
    "insert_content",
    { path: "a.py", line: 4, content: "x" },
  ],
  ["text_editor", { command: "insert", path: "a.py", insert_line: "0", new_str: "x" }, "insert_content", { line: 1 }],
  // Codex
  [
    "shell",
    { command: ["bash", "-lc", "ls -la && pwd"], workdir: "src", timeout_ms: 5000 },
    "execute_command",
    { command: "ls -la && pwd", cwd: "src", timeout: 5 },
  ],
  [
    "shell",
    { command: ["git", "commit", "-m", "it's done"] },
    "execute_command",
    { command: String.raw`git commit -m 'it'\''s done'` },
  ],
  [
    "shell",
    { command: ["apply_patch", "*** Begin Patch\n*** End Patch"] },
    "apply_patch",
    { patch: "*** Begin Patch\n*** End Patch" },
  ],
  ["container.exec", { cmd: ["/bin/sh", "-c", "make"] }, "execute_command", { command: "make" }],
  ["exec_command", { cmd: "make", yield_time_ms: 1000 }, "execute_command", { command: "make", timeout: 1 }],
  [
    "update_plan",
    {
      plan: [
        { step: "one", status: "completed" },
        { step: "two", status: "pending" },
      ],
    },
    "update_todo_list",
    { todos: "[x] one\n[ ] two" },
  ],
  [
    "grep_files",
    { pattern: "foo", include: "*.rs", path: "src" },
    "search_files",
    { regex: "foo", file_pattern: "*.rs", path: "src" },
  ],
  ["list_dir", { dir_path: "src", depth: 2 }, "list_files", { path: "src", recursive: true }],
  ["view_image", { path: "a.png" }, "read_file", { path: "a.png" }],
  // Gemini CLI
  ["default_api.read_many_files", { paths: ["a", "b"] }, "read_file", { path: "a", files: [{ path: "b" }] }],
  [
    "default_api:run_shell_command",
    { command: "ls", directory: "src", description: "List" },
    "execute_command",
    { command: "ls", cwd: "src" },
  ],
  [
    "replace",
    { file_path: "a", old_string: "b", new_string: "c", expected_replacements: 2 },
    "edit_file",
    { path: "a", expected_replacements: 2 },
  ],
  ["search_file_content", { pattern: "foo", include: "*.go" }, "search_files", { regex: "foo", file_pattern: "*.go" }],
  ["list_directory", { dir_path: "src" }, "list_files", { path: "src" }],
  ["glob", { pattern: "**/*.md", path: "docs" }, "list_files", { path: "docs", file_pattern: "**/*.md" }],
  ["write_file", { file_path: "a", content: "x" }, "write_to_file", { path: "a", content: "x" }],
  ["write_todos", { todos: [{ description: "one", status: "completed" }] }, "update_todo_list", { todos: "[x] one" }],
  // opencode
  ["read", { filePath: "a.ts", offset: 0 }, "read_file", { path: "a.ts", offset: 0 }],
  ["write", { filePath: "a.ts", content: "x" }, "write_to_file", { path: "a.ts" }],
  [
    "edit",
    { filePath: "a", oldString: "b", newString: "c", replaceAll: true },
    "search_and_replace",
    { path: "a", replace_all: true },
  ],
  ["list", { path: "src" }, "list_files", { path: "src" }],
  ["patch", { patchText: "*** Begin Patch" }, "apply_patch", { patch: "*** Begin Patch" }],
  [
    "todowrite",
    { todos: [{ id: "1", content: "one", status: "pending", priority: "high" }] },
    "update_todo_list",
    { todos: "[ ] one" },
  ],
  ["webfetch", { url: "http://localhost:3000" }, "browser_action", { action: "launch" }],
  // Cursor
  ["read_file", { path: "a" }, "read_file", { path: "a" }],
  [
    "run_terminal_cmd",
    { command: "ls", is_background: false, explanation: "List" },
    "execute_command",
    { command: "ls", background: false },
  ],
  [
    "grep_search",
    { query: "foo(", include_pattern: "*.ts", case_sensitive: false, explanation: "x" },
    "search_files",
    { regex: "(?i)foo(", file_pattern: "*.ts" },
  ],
  ["file_search", { query: "settings", explanation: "x" }, "list_files", { file_pattern: "*settings*" }],
  [
    "delete_file",
    { target_file: "a.ts" },
    "apply_patch",
    { patch: "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch" },
  ],
  ["todo_write", { todos: ["one", "[x] two"] }, "update_todo_list", { todos: "[ ] one\n[x] two" }],
  // Copilot
  [
    "replace_string_in_file",
    { filePath: "a", oldString: "b", newString: "c" },
    "search_and_replace",
    { path: "a", old_string: "b", new_string: "c" },
  ],
  ["create_file", { filePath: "a", content: "x" }, "write_to_file", { path: "a" }],
  ["run_in_terminal", { command: "ls", explanation: "x", isBackground: false }, "execute_command", { command: "ls" }],
  [
    "grep_search",
    { query: "a.b(", isRegexp: false, includePattern: "src/**" },
    "search_files",
    { regex: String.raw`a\.b\(`, file_pattern: "src/**" },
  ],
  ["semantic_search", { query: "where are users saved" }, "codebase_search", { query: "where are users saved" }],
  [
    "manage_todo_list",
    { todoList: [{ id: 1, title: "one", status: "in-progress" }] },
    "update_todo_list",
    { todos: "[-] one" },
  ],
  // Windsurf
  ["view_file", { AbsolutePath: "/w/a", StartLine: 3, EndLine: 7 }, "read_file", { path: "/w/a", offset: 3, limit: 5 }],
  [
    "run_command",
    { CommandLine: "ls", Cwd: "src", SafeToAutoRun: true },
    "execute_command",
    { command: "ls", cwd: "src" },
  ],
  ["find_by_name", { SearchDirectory: "src", Pattern: "*.ts" }, "list_files", { path: "src", file_pattern: "*.ts" }],
  // Cline, Roo Code, Kilo
  [
    "replace_in_file",
    { path: "a", diff: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE" },
    "apply_diff",
    { path: "a" },
  ],
  [
    "replace_in_file",
    { path: "a", diff: "------- SEARCH\na\n=======\nb\n+++++++ REPLACE" },
    "apply_diff",
    { path: "a" },
  ],
  [
    "bash",
    { command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n" },
    "apply_patch",
    { patch: "*** Begin Patch\n*** Delete File: a\n*** End Patch" },
  ],
  [
    "shell",
    { command: ["bash", "-lc", "applypatch << EOF\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF"] },
    "apply_patch",
    { patch: "*** Begin Patch\n*** Delete File: a\n*** End Patch" },
  ],
  ["search_replace", { file_path: "a", old_string: "b", new_string: "c" }, "search_and_replace", { path: "a" }],
  [
    "ask_question",
    { question: "Sure?", options: '["Yes", "No"]' },
    "ask_followup_question",
    { follow_up: [{ text: "Yes" }, { text: "No" }] },
  ],
  ["plan_mode_respond", { response: "Like this." }, "attempt_completion", { result: "Like this." }],
  // OpenHands, SWE-agent, Goose, Zed, filesystem servers, and models without instructions
  ["execute_bash", { command: "ls" }, "execute_command", { command: "ls" }],
  ["finish", { message: "Done." }, "attempt_completion", { result: "Done." }],
  ["find_file", { file_name: "a.py", dir: "src" }, "list_files", { path: "src", recursive: true }],
  ["developer__shell", { command: "ls" }, "execute_command", { command: "ls" }],
  ["terminal", { command: "ls", cd: "src" }, "execute_command", { command: "ls", cwd: "src" }],
  ["read_text_file", { path: "a" }, "read_file", { path: "a" }],
  ["directory_tree", { path: "." }, "list_files", { path: ".", recursive: true }],
  ["functions.exec", { cmd: "git", args: ["status", "-s"] }, "execute_command", { command: "git status -s" }],
  ["cat", { file: "a" }, "read_file", { path: "a" }],
  ["functions.read_directory:3", { directory: "src" }, "list_files", { path: "src" }],
  ["READ_DIR", { dir: "src" }, "list_files", { path: "src" }],
  ["append_to_file", { path: "a", text: "x" }, "insert_content", { path: "a", line: 0, content: "x" }],
  ["browser_click", { element: "Save button", ref: "e12" }, "browser_action", { action: "click", element: "e12" }],
  ["browser_type", { ref: "e3", text: "hi" }, "browser_action", { action: "type", element: "e3", text: "hi" }],
  ["browser_press_key", { key: "Enter" }, "browser_action", { action: "press", text: "Enter" }],
  ["browser_resize", { width: 800, height: 600 }, "browser_action", { action: "resize", size: "800x600" }],
  ["use_skill", { skill_name: "charts" }, "skill", { skill: "charts" }],
];

it.each(calls)("translates %s %j to %s", async (name, input, tool, parsed) => {
  const resolved = await tools.resolve({ type: "tool-call", callId: "c", name, input });
  expect(resolved.tool.name).toBe(tool);
  const result = resolved.tool.input.safeParse(resolved.call.input);
  const issues = result.error?.issues ?? [];
  // Other parameters of another agent's tool are ignored, and the model is told.
  const left = new Set(issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : ["!"])));
  const known = Object.entries(resolved.call.input as object).filter(([key]) => !left.has(key));
  expect(left).not.toContain("!");
  expect(resolved.tool.input.parse(Object.fromEntries(known))).toMatchObject(parsed);
});

it.each([
  ["str_replace_editor", { command: "undo_edit", path: "a" }, /no editor command "undo_edit"/],
  ["delete_file", { path: "a\n*** Add File: b" }, /path of the file/],
])("explains what to do instead of %s %j", async (name, input, message) => {
  const resolving = tools.resolve({ type: "tool-call", callId: "c", name, input });
  await expect(resolving).rejects.toMatchObject({ name: "ToolFailure", message: expect.stringMatching(message) });
});

it("never throws anything but ToolFailure for any arguments, and pollutes no prototype", async () => {
  const names = [...new Set(calls.map(([name]) => name))];
  const keys = fc.constantFrom(
    "path",
    "file_path",
    "command",
    "edits",
    "old_string",
    "todos",
    "questions",
    "__proto__",
    "paths",
  );
  const value = fc.oneof(fc.anything({ maxDepth: 2 }), fc.string(), fc.array(fc.string()));
  const input = fc.oneof(fc.dictionary(keys, value), fc.anything());
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), input, async (name, args) => {
      const failure = await failureOf(tools.resolve({ type: "tool-call", callId: "c", name, input: args }));
      expect(failure === undefined || failure instanceof ToolFailure).toBe(true);
      expect({}).not.toHaveProperty("path");
    }),
    { numRuns: 100 },
  );
});

it("removes a tool without its port, under every name", async () => {
  const few = new ToolRegistry(builtinTools, {}, translateCall);
  const resolving = few.resolve({ type: "tool-call", callId: "c", name: "browser_click", input: { ref: "e1" } });
  await expect(resolving).rejects.toMatchObject({
    code: "not_available",
    message: expect.stringContaining("browser_action is not available here. Chromium is not installed"),
  });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
