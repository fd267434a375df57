import { emptyTask, type TaskState, type ToolDefinition } from "@roo-code/types";
import { expect, it } from "vitest";
import { PrefixWatch } from "./prefix-watch.ts";

const tool = (name: string, description = ""): ToolDefinition => ({ name, description, inputSchema: {} });
const state = (over: Partial<TaskState> = {}): TaskState => ({ ...emptyTask(), mode: "code", ...over });
const first = { systemPrompt: "one", tools: [tool("read"), tool("write")] };

it("reports nothing for the first request or an unchanged prefix", () => {
  const watch = new PrefixWatch();
  expect(watch.change(first, state())).toBeUndefined();
  expect(watch.change(first, state({ messages: [] }))).toBeUndefined();
  expect(watch.change({ ...first, tools: structuredClone(first.tools) }, state())).toBeUndefined();
});

it.each([
  [{ systemPrompt: "two" }, { mode: "ask" }, "the mode, from code to ask"],
  [{ systemPrompt: "two" }, { instructions: "new" }, "the rules and instructions"],
  [{ systemPrompt: "two" }, {}, "the system prompt"],
  [{ tools: [...first.tools, tool("mcp")] }, {}, "tools added: mcp"],
  [{ tools: [tool("read")] }, {}, "tools removed: write"],
  [{ tools: [tool("read", "new"), tool("write")] }, {}, "tools changed: read"],
  [{ tools: first.tools.toReversed() }, {}, "the order of the tools"],
  [{ systemPrompt: "two", tools: [tool("read")] }, { mode: "ask" }, "the mode, from code to ask; tools removed: write"],
])("reports what changed: %j", (over, changed, expected) => {
  const watch = new PrefixWatch();
  watch.change(first, state());
  const after = { ...first, ...over };
  expect(watch.change(after, state(changed))).toBe(
    `Changed before the messages, so the prompt cache is lost: ${expected}.`,
  );
  expect(watch.change(after, state(changed))).toBeUndefined();
});

it("reports what changed since an earlier process, by its recorded digests", () => {
  const earlier = new PrefixWatch();
  earlier.change(first, state());
  const head = earlier.newHead({ turns: 1 });
  const start = { type: "turn.start", seq: 1, at: "2030-01-01T00:00:00.000Z", turn: 1, attempt: 1 } as const;
  earlier.fold({ ...start, ...(head && { head }) });
  earlier.change(first, state());
  expect(earlier.newHead({ turns: 1 })).toBeUndefined();

  const later = (after: typeof first) => {
    const watch = new PrefixWatch();
    watch.fold({ ...start, ...(head && { head }) });
    return [watch.change(after, state()), watch.newHead({ turns: 1 }) !== undefined];
  };
  expect(later(structuredClone(first))).toEqual([undefined, false]);
  const said = "Changed before the messages, so the prompt cache is lost: the tools, since the last run.";
  expect(later({ ...first, tools: [tool("read")] })).toEqual([said, true]);
  expect(later({ ...first, systemPrompt: "two" })[0]).toContain("the system prompt, since the last run");
});
