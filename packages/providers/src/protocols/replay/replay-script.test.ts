import { RooError } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { parseReplayScript } from "./replay-script.ts";

const parse = (...lines: readonly unknown[]) =>
  parseReplayScript(
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    "demo.jsonl",
  );

const blank = {
  text: "",
  reasoning: "",
  calls: [],
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
  delayMs: 0,
  error: undefined,
  expect: undefined,
  otherwise: undefined,
};

describe("parseReplayScript", () => {
  it("reads every field of a line", () => {
    const script = parse({
      text: "hi",
      reasoning: "hm",
      toolCalls: [{ id: "a", name: "read_file", input: { path: "x" } }, { name: "list_files" }],
      rawToolCalls: [{ name: "read_file", arguments: '{"path":' }],
      usage: { inputTokens: 5, costUsd: 0.5 },
      delayMs: 20,
      error: { status: 429, retryAfter: 2, afterChunks: 3, message: "slow down" },
      expect: "hello",
      otherwise: { text: "no", expect: "bye" },
    });
    expect(script.get("root")?.replies).toEqual([
      {
        text: "hi",
        reasoning: "hm",
        calls: [
          { id: "a", name: "read_file", text: '{"path":"x"}' },
          { id: undefined, name: "list_files", text: "{}" },
          { id: undefined, name: "read_file", text: '{"path":' },
        ],
        usage: { inputTokens: 5, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.5 },
        delayMs: 20,
        error: { status: 429, code: undefined, message: "slow down", retryAfter: 2, afterChunks: 3 },
        expect: "hello",
        otherwise: { ...blank, text: "no", expect: "bye" },
      },
    ]);
  });

  it("separates the lines of agents, and keys summaries by the replies before them", () => {
    const script = parse(
      { text: "one" },
      { text: "child", agent: "child-1" },
      { text: "short", purpose: "condense" },
      {},
    );
    expect(script.get("root")).toEqual({
      replies: [{ ...blank, text: "one" }, blank],
      asides: { condense: new Map([[1, { ...blank, text: "short" }]]), sample: new Map() },
    });
    expect(script.get("child-1")).toEqual({
      replies: [{ ...blank, text: "child" }],
      asides: { condense: new Map(), sample: new Map() },
    });
  });

  it("ignores empty lines, carriage returns and a byte order mark", () => {
    expect(parse('\uFEFF{"text":"a"}\r', "", "  ", '{"text":"b"}', "").get("root")?.replies.length).toBe(2);
  });

  it("refuses two summaries after the same reply", () => {
    const summary = { purpose: "condense", text: "short" };
    expect(() => parse({ text: "one" }, summary, summary)).toThrow(/Line 3 .*: there is already a "condense"/);
  });

  it.each([
    ["no JSON", '{"text": ', /not valid JSON/],
    ["no object", "[]", /not an object/],
    ["text of another type", { text: 7 }, /"text" must be a string/],
    ["calls that are no list", { toolCalls: {} }, /"toolCalls" must be a list/],
    ["a call that is no object", { toolCalls: ["read_file"] }, /must contain objects/],
    ["a call without a name", { toolCalls: [{ input: {} }] }, /needs a "name"/],
    ["a raw call without arguments", { rawToolCalls: [{ name: "x" }] }, /needs "arguments"/],
    ["a negative delay", { delayMs: -1 }, /"delayMs"/],
    ["usage that is no object", { usage: 5 }, /"usage" must be an object/],
    ["an unknown purpose", { purpose: "fun" }, /"purpose"/],
    ["a misspelt key", { tool_calls: [] }, /"tool_calls" is unknown/],
    ["another reply without what decides", { otherwise: { text: "no" } }, /"otherwise" needs an "expect"/],
    ["another reply that is none", { expect: "a", otherwise: { txt: "no" } }, /"txt" is unknown/],
    ["an agent for another reply", { expect: "a", otherwise: { agent: "b" } }, /"agent" is unknown/],
    ["a misspelt key inside", { error: { retry_after: 1 } }, /"retry_after" is unknown/],
  ])("refuses %s, naming file and line", (_, line, problem) => {
    const attempt = () => parse({ text: "fine" }, "", line, { text: "fine" });
    expect(attempt).toThrow(RooError);
    expect(attempt).toThrow(problem);
    expect(attempt).toThrow(/Line 3 of the replay script demo\.jsonl/);
  });
});
