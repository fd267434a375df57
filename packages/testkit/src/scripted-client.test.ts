import { ProviderError, userMessage } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { modelRequest } from "./model-request.ts";
import { ScriptedClient } from "./scripted-client.ts";

describe("ScriptedClient", () => {
  it("returns its replies in order, whole and as chunks", async () => {
    const client = new ScriptedClient([
      "first",
      { text: "second", calls: [{ name: "read_file", input: { path: "a" } }] },
    ]);
    const first = await client.createMessage(modelRequest()).getFinalMessage();
    expect(first.message.content).toEqual([{ type: "text", text: "first" }]);

    const stream = client.createMessage(modelRequest());
    const types = [];
    for await (const chunk of stream) types.push(chunk.type);
    expect(types).toEqual([
      "message.start",
      "text.delta",
      "call.start",
      "call.delta",
      "call.end",
      "usage",
      "message.end",
    ]);
    expect(stream.getToolUses()).toEqual([
      { type: "tool-call", callId: "call_0", name: "read_file", input: { path: "a" } },
    ]);
    expect((await stream.getFinalMessage()).stopReason).toBe("tool-calls");
    expect(client.remaining).toBe(0);
  });

  it("lets a function answer the request, and keeps a copy of each request", async () => {
    const messages = [userMessage("one")];
    const client = new ScriptedClient([(asked) => `you sent ${asked.messages.length}`, "done"]);
    const { message } = await client.createMessage(modelRequest({ messages })).getFinalMessage();
    expect(message.content).toEqual([{ type: "text", text: "you sent 1" }]);
    messages.push(userMessage("two"));
    await client.createMessage(modelRequest({ messages })).getFinalMessage();
    expect(client.requests.map((asked) => asked.messages.length)).toEqual([1, 2]);
  });

  it("sends nothing until the stream is read", () => {
    const client = new ScriptedClient(["unused"]);
    client.createMessage(modelRequest());
    expect(client.requests).toEqual([]);
  });

  it("fails after the scripted chunks, repeatedly, and keeps the partial text", async () => {
    const error = new ProviderError({ code: "stream_cut", message: "cut" });
    const stream = new ScriptedClient([{ text: "half", error, afterChunks: 2 }]).createMessage(modelRequest());
    await expect(stream.getFinalMessage()).rejects.toBe(error);
    await expect(stream.getFinalMessage()).rejects.toBe(error);
    expect(stream.getPartialText()).toBe("half");
    expect(() => stream.getToolUses()).toThrow(/not ended/);
  });

  it("hangs until it is aborted, then rejects with the reason", async () => {
    const controller = new AbortController();
    const stream = new ScriptedClient([{ text: "never", hangs: true }]).createMessage(
      modelRequest({ signal: controller.signal }),
    );
    const final = stream.getFinalMessage();
    controller.abort("stop");
    await expect(final).rejects.toBe("stop");
  });

  it("fails when it has no reply left", async () => {
    await expect(new ScriptedClient([]).createMessage(modelRequest()).getFinalMessage()).rejects.toThrow(/request 1/);
  });
});
