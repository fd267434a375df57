import { defineTool, type Tool, type ToolEntry, ToolFailure } from "@roo-code/types";
import * as z from "zod";

/** What the tools actually did. */
export interface ToolTrace {
  readonly done: string[];
  /** Number of crashed calls of `crash`. */
  crashes: number;
}

/** One minimal tool of each kind. */
export function fakeTools(trace: ToolTrace): ToolEntry[] {
  const tools: Tool[] = [
    defineTool({
      name: "look",
      group: "read",
      kind: "read",
      description: "look at a file",
      input: z.strictObject({ path: z.string() }),
      async run({ path }, { workspace }) {
        trace.done.push(`look ${path}`);
        const { bytes, version } = await workspace.files.read(path);
        return { content: new TextDecoder().decode(bytes), seen: [{ path, version }] };
      },
    }),
    defineTool({
      name: "write",
      group: "edit",
      kind: "edit",
      description: "write a file",
      input: z.object({ path: z.string(), content: z.string() }),
      async plan({ path, content }, { workspace }) {
        const before = (await workspace.files.stat(path)) ? (await workspace.files.read(path)).version : null;
        return {
          changes: [{ path, before, content: new TextEncoder().encode(content) }],
          diff: `+${content}`,
          output: { content: `wrote ${path}` },
        };
      },
    }),
    defineTool({
      name: "act",
      group: "command",
      kind: "action",
      approval: "command",
      description: "do something that cannot be undone",
      input: z.object({ what: z.string(), result: z.string().optional() }),
      subject: ({ what }) => ({ kind: "command", summary: what, command: what }),
      async run({ what, result }, context) {
        const { signal } = context;
        trace.done.push(what);
        context.report(`doing ${what}`);
        if (what === "hang")
          await new Promise((_, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
          );
        return { content: result ?? `did ${what}` };
      },
    }),
    defineTool({
      name: "fail",
      group: "read",
      kind: "read",
      description: "refuse",
      input: z.object({ why: z.string(), about: z.string().optional() }),
      run: ({ why }) => Promise.reject(new ToolFailure("refused", why)),
    }),
    defineTool({
      name: "crash",
      group: "read",
      kind: "read",
      description: "break",
      input: z.object({ how: z.string() }),
      run: ({ how }) => {
        trace.crashes += 1;
        return Promise.reject(new Error(how));
      },
    }),
    defineTool({
      name: "ask",
      group: "modes",
      kind: "flow",
      description: "ask the user",
      input: z.object({ question: z.string() }),
      run: ({ question }) =>
        Promise.resolve({ content: "", control: { type: "ask", question, suggestions: ["yes", "no"] } }),
    }),
    defineTool({
      name: "plan",
      group: "modes",
      kind: "flow",
      description: "set the todo list",
      input: z.object({ text: z.string() }),
      run: ({ text }) =>
        Promise.resolve({ content: "noted", control: { type: "todos", todos: [{ text, status: "pending" }] } }),
    }),
    defineTool({
      name: "switch_mode",
      group: "modes",
      kind: "flow",
      description: "switch to another mode",
      input: z.object({ mode: z.string() }),
      run: ({ mode }) =>
        Promise.resolve({ content: `now ${mode}`, control: { type: "switch-mode", mode, reason: "because" } }),
    }),
    defineTool({
      name: "new_task",
      group: "modes",
      kind: "flow",
      description: "start a subtask",
      input: z.object({ mode: z.string(), message: z.string() }),
      run: ({ mode, message }) =>
        Promise.resolve({ content: "", control: { type: "new-task", mode, message, todos: [] } }),
    }),
    defineTool({
      name: "finish",
      group: "modes",
      kind: "flow",
      description: "end the task",
      input: z.object({ result: z.string() }),
      run: ({ result }) => Promise.resolve({ content: result, control: { type: "complete", result, claims: [] } }),
    }),
  ];
  return tools.map((tool) => ({
    name: tool.name,
    ...(tool.name === "look" && { aliases: ["see"] }),
    load: () => Promise.resolve(tool),
  }));
}
