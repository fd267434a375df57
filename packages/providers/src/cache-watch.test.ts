import { modelRequest } from "@roo-code/testkit/model-request";
import { type ModelRequest, type ToolDefinition, type Usage, userMessage } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { CacheWatch } from "./cache-watch.ts";

const tool = (name: string, description = ""): ToolDefinition => ({ name, description, inputSchema: {} });
const usage = (cacheReadTokens: number, cacheWriteTokens = 0): Usage => ({
  inputTokens: 50_000,
  outputTokens: 10,
  cacheReadTokens,
  cacheWriteTokens,
  costUsd: null,
});

function ask(watch: CacheWatch, request: ModelRequest, reported: Usage): string[] {
  const chunk = watch.check(request, reported, { input: 3, output: 15, cacheRead: 0.3 });
  return chunk?.type === "notice" ? [chunk.message] : [];
}

const first = modelRequest({
  systemPrompt: "You help.",
  tools: [tool("read_file"), tool("write_to_file")],
  messages: [userMessage("one"), userMessage("two")],
});

describe("CacheWatch", () => {
  it("reports nothing while the conversation only grows", () => {
    const watch = new CacheWatch();
    expect(ask(watch, first, usage(0, 20_000))).toEqual([]);
    const grown = { ...first, messages: [...first.messages, userMessage("three")] };
    expect(ask(watch, grown, usage(20_000, 5_000))).toEqual([]);
  });

  it.each<[string, Partial<ModelRequest>]>([
    ["the system prompt", { systemPrompt: "You help a lot." }],
    ["the tool read_file", { tools: [tool("read_file", "new words"), tool("write_to_file")] }],
    ["the tool write_to_file", { tools: [tool("read_file")] }],
    ["the tool browser_action", { tools: [...first.tools, tool("browser_action")] }],
    ["message 2 (user)", { messages: [userMessage("one"), userMessage("summary")] }],
  ])("names %s as the change, with the price", (changed, over) => {
    const watch = new CacheWatch();
    ask(watch, first, usage(0, 20_000));
    expect(ask(watch, { ...first, ...over }, usage(0, 20_000))).toEqual([
      `The provider's cache was missed: ${changed} had changed. 20,000 tokens were billed in full, $0.0540 more.`,
    ]);
  });

  it("distinguishes an expired cache from a changed request", () => {
    const watch = new CacheWatch();
    ask(watch, first, usage(15_000, 5_000));
    const same = { ...first, messages: structuredClone(first.messages), tools: structuredClone(first.tools) };
    expect(ask(watch, same, usage(0))[0]).toContain("the request had not changed, so the cache had expired");
  });

  it("keeps conversations separate, and ignores providers without a cache", () => {
    const watch = new CacheWatch();
    ask(watch, first, usage(0, 20_000));
    const other = { ...first, systemPrompt: "Other.", metadata: { ...first.metadata, agent: "child-1" } };
    expect(ask(watch, other, usage(0))).toEqual([]);
    expect(ask(watch, { ...other, systemPrompt: "Changed." }, usage(0))).toEqual([]);
  });
});
