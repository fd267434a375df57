import { modelRequest } from "@roo-code/testkit/model-request";
import { type Message, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { RooClient } from "../../roo-client.ts";

const tool = { name: "read_file", description: "Reads a file.", inputSchema: { type: "object", required: ["path"] } };
const call = '```json\n{"tool": "read_file", "input": {"path": "a.txt"}}\n```';

function person(...answers: string[]) {
  const prompts: string[] = [];
  const client = new RooClient(
    { apiProvider: "human-relay" },
    {
      environment: {},
      relay: async (prompt) => {
        prompts.push(prompt);
        return answers.shift() ?? "";
      },
    },
  );
  return { client, prompts };
}

it("uses the pasted answer as the reply", async () => {
  const { client } = person(`I look.\n\n${call}`);
  await client.prepare();
  expect(await client.createMessage(modelRequest({ tools: [tool] })).getFinalMessage()).toMatchObject({
    message: {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool-call", callId: "call_0_0", name: "read_file", input: { path: "a.txt" } },
      ],
    },
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    stopReason: "tool-calls",
  });
});

it("first sends everything, later only new messages", async () => {
  const { client, prompts } = person(call, "Done.");
  const messages: Message[] = [userMessage("read a.txt")];
  const request = modelRequest({ messages, tools: [tool] });
  const { message } = await client.createMessage(request).getFinalMessage();
  messages.push(message, {
    role: "tool",
    content: [{ type: "tool-result", callId: "call_0_0", name: "read_file", content: "its text", isError: true }],
  });
  await client.createMessage(request).getFinalMessage();
  expect(prompts[0]).toContain("You are a test.");
  expect(prompts[0]).toContain('## read_file\n\nReads a file.\n\nInput: {"type":"object","required":["path"]}');
  expect(prompts[0]).toContain('{"tool": "the tool\'s name", "input": {}}');
  expect(prompts[0]).toMatch(/# Conversation\n\n## User\n\nread a\.txt$/);
  expect(prompts[1]).toBe("## Result of read_file (it failed)\n\nits text");
});

it("sends everything again for another system prompt or another history", async () => {
  const { client, prompts } = person("one", "two", "three");
  const messages: Message[] = [
    {
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image", mediaType: "image/png", data: "aa" },
      ],
    },
    { role: "assistant", content: [{ type: "tool-call", callId: "a", name: "read_file", input: { path: "b" } }] },
  ];
  const request = modelRequest({ messages });
  await client.createMessage(request).getFinalMessage();
  await client.createMessage({ ...request, systemPrompt: "Another." }).getFinalMessage();
  await client.createMessage(modelRequest({ messages: [...messages] })).getFinalMessage();
  for (const prompt of prompts)
    expect(prompt).toContain(
      'look\n\n(an image, image/png, not included)\n\n## You\n\n```json\n{"tool":"read_file","input":{"path":"b"}}\n```',
    );
});

it("requests another answer when the last was not used", async () => {
  const { client, prompts } = person("one", "two");
  const request = modelRequest();
  await client.createMessage(request).getFinalMessage();
  await client.createMessage(request).getFinalMessage();
  expect(prompts[1]).toBe("Your last answer could not be used. Please answer again.");
});

it("includes the schema of the output", async () => {
  const { client, prompts } = person('{"a":1}');
  const reply = client.createMessage(modelRequest({ output: { name: "x", schema: { type: "object" } } }));
  expect((await reply.getFinalMessage()).message.content).toEqual([{ type: "text", text: '{"a":1}' }]);
  expect(prompts[0]).toMatch(/JSON Schema, and with nothing else:\n\{"type":"object"\}$/);
});

it("explains where it works when no user is available", async () => {
  const client = new RooClient({ apiProvider: "human-relay" }, { environment: {} });
  await expect(client.prepare()).rejects.toMatchObject({ code: "no_relay", next: expect.stringContaining("roo run") });
  await expect(client.createMessage(modelRequest()).getFinalMessage()).rejects.toMatchObject({ code: "no_relay" });
});

it("ends with the reason of an abort", async () => {
  const abort = new AbortController();
  const relay = (_: string, signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("closed"))));
  const client = new RooClient({ apiProvider: "human-relay" }, { environment: {}, relay });
  const reply = client.createMessage(modelRequest({ signal: abort.signal })).getFinalMessage();
  setImmediate(() => abort.abort(new Error("enough")));
  await expect(reply).rejects.toThrow("enough");
});
