import { modelRequest } from "@roo-code/testkit/model-request";
import { type Message, type ProviderSettings, userMessage } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { resolveConnection } from "../../connection.ts";
import { withCacheMark } from "./cache-marks.ts";
import { ChatRequestEncoder } from "./chat-request.ts";

const mark = { type: "ephemeral" };

describe("withCacheMark", () => {
  it("marks the last part of what goes to the model", () => {
    expect(withCacheMark({ role: "tool", tool_call_id: "c", content: "read" })).toEqual({
      role: "tool",
      tool_call_id: "c",
      content: [{ type: "text", text: "read", cache_control: mark }],
    });
    const image = { type: "image_url", image_url: { url: "data:" } };
    expect(withCacheMark({ role: "user", content: [{ type: "text", text: "look" }, image] })).toEqual({
      role: "user",
      content: [
        { type: "text", text: "look" },
        { ...image, cache_control: mark },
      ],
    });
  });

  it.each([
    { role: "assistant", content: "said" },
    { role: "user", content: "" },
    { role: "user", content: [] },
    { role: "tool", content: "" },
  ])("leaves %j alone", (message) => {
    expect(withCacheMark(message)).toBeUndefined();
  });
});

describe("a request for Claude behind a gateway", () => {
  const history: Message[] = [userMessage("one"), { role: "assistant", content: [] }, userMessage("two")];
  const sentBy = (over: Partial<ProviderSettings>) => {
    const settings = { apiProvider: "openrouter", apiKey: "k", apiModelId: "anthropic/claude-sonnet-4.5", ...over };
    const encoder = new ChatRequestEncoder(resolveConnection(settings, {}));
    return Buffer.concat(encoder.encode(modelRequest({ messages: history }))).toString();
  };

  it("marks the system prompt and the last two messages to the model", () => {
    const { messages } = JSON.parse(sentBy({}));
    const marked = messages.map(({ content }: { content: unknown }) => JSON.stringify(content).includes("ephemeral"));
    expect(marked).toEqual([true, true, false, true]);
  });

  it.each([
    ["another model", { apiModelId: "openai/gpt-5" }],
    ["a person who wants no cache", { promptCache: false }],
    ["a server that may not know marks", { apiProvider: "openai-compatible", apiBaseUrl: "http://h/v1" }],
  ])("has no marks for %s", (_, over) => {
    expect(sentBy(over)).not.toContain("cache_control");
  });
});
