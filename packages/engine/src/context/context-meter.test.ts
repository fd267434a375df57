import { emptyTask, type Message, noUsage, type TaskState, userMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContextMeter } from "./context-meter.ts";

const call = (path: string): Message => ({
  role: "assistant",
  content: [{ type: "tool-call", callId: path, name: "look", input: { files: [{ path }] } }],
});
const result = (path: string, content: string): Message => ({
  role: "tool",
  content: [{ type: "tool-result", callId: path, name: "look", content, isError: false }],
});
const stateOf = (messages: Message[], over: Partial<TaskState> = {}): TaskState => ({
  ...emptyTask(),
  messages,
  ...over,
});
const head = { systemPrompt: "s".repeat(100), tools: [] };
const meter = () => new ContextMeter((text) => text.length);

describe("ContextMeter", () => {
  it("measures system prompt, tools, rules, files and history separately", () => {
    const tools = [{ name: "look", description: "d".repeat(50), inputSchema: {} }];
    const messages = [
      { ...userMessage("hi", [], "f".repeat(30)) },
      call("a.ts"),
      result("a.ts", "c".repeat(400)),
      call("."),
      result(".", "listing"),
    ];
    const state = stateOf(messages, { instructions: "r".repeat(40), seen: new Map([["a.ts", "v"]]) });
    expect(meter().measure({ ...head, tools, state, window: 5000 })).toMatchObject({
      system: 60,
      rules: 40,
      tools: JSON.stringify(tools).length,
      files: 430,
      window: 5000,
    });
  });

  it("adds an estimate of newer messages to the vendor's count", () => {
    const own = meter();
    const state = stateOf([userMessage("x".repeat(100)), call("a")]);
    const estimated = own.measure({ ...head, state }).total;
    own.noteReply(
      { ...head, state },
      { ...noUsage(), inputTokens: estimated * 2 - 10, outputTokens: 30, reasoningTokens: 20 },
    );
    expect(own.measure({ ...head, state }).total).toBe(estimated * 2);
    state.messages.push(result("a", "y".repeat(96)));
    expect(own.measure({ ...head, state }).total).toBe(estimated * 2 + 200);
  });

  it("drops the count when the prompt changed, but keeps the correction factor", () => {
    const own = meter();
    const state = stateOf([userMessage("x".repeat(100)), call("a")]);
    const { total } = own.measure({ ...head, state });
    own.noteReply({ ...head, state }, { ...noUsage(), inputTokens: total * 2 });
    expect(own.measure({ ...head, systemPrompt: "s".repeat(200), state }).total).toBe((total + 100) * 2);
  });

  it.each([0, 20])("ignores an implausible vendor count of %i tokens", (inputTokens) => {
    const own = meter();
    const state = stateOf([userMessage("x".repeat(500)), call("a")]);
    const { total } = own.measure({ ...head, state });
    own.noteReply({ ...head, state }, { ...noUsage(), inputTokens });
    expect(own.measure({ ...head, state }).total).toBe(total);
  });

  it("returns parts that add up to the total", () => {
    const message = fc.oneof(
      fc.string().map((text) => userMessage(text)),
      fc.string().map((path) => call(path)),
      fc.tuple(fc.string(), fc.string()).map(([path, text]) => result(path, text)),
    );
    fc.assert(
      fc.property(fc.array(message), fc.string(), fc.nat(5000), (messages, instructions, inputTokens) => {
        const own = meter();
        const state = stateOf(messages, { instructions, seen: new Map([["a", "v"]]) });
        own.noteReply({ ...head, state }, { ...noUsage(), inputTokens });
        const { system, tools, rules, files, history, total } = own.measure({ ...head, state });
        expect(system + tools + rules + files + history).toBe(total);
        expect(Math.min(system, tools, rules, files, history)).toBeGreaterThanOrEqual(0);
      }),
      { examples: [[[], "rules that are much longer than the system prompt".repeat(9), 0]] },
    );
  });

  it("estimates a long text from samples, and each message once", () => {
    let read = 0;
    const counting = new ContextMeter((text) => {
      read += text.length;
      return text.length;
    });
    const state = stateOf([userMessage("x".repeat(1_000_000))]);
    const { total } = counting.measure({ ...head, state });
    expect(total).toBeGreaterThan(999_000);
    expect(read).toBeLessThan(5000);
    const before = read;
    counting.measure({ ...head, state });
    expect(read).toBe(before);
  });
});
