import { modelRequest } from "@roo-code/testkit/model-request";
import type { Message, ModelRequest } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { expectNothingLost } from "./conversation-tokens.ts";
import { histories } from "./scenarios/histories.ts";
import { type Bench, withFormats } from "./with-formats.ts";

const schema = {
  type: "object",
  properties: { verdict: { type: "string" } },
  required: ["verdict"],
  additionalProperties: false,
};
const tools = ["read_file", "list-files"].map((name) => ({
  name,
  description: `What ${name} does.`,
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

describe("a history", () => {
  withFormats((bench) => {
    const { tested, server, connect } = bench;

    it.each(histories)("with $name arrives complete", async ({ messages }) => {
      const request = await understood(bench, { messages });
      expect(request.system).toBe("You are a test.");
      expectNothingLost(messages, request.messages, tested);
    });

    it("is sent with the system prompt, the tools and the model", async () => {
      const request = await understood(bench, { systemPrompt: "You are\na test. 😀", tools });
      expect(request.system).toBe("You are\na test. 😀");
      expect(request.tools).toEqual(["read_file", "list-files"]);
      expect([undefined, tested.format.settings("http://h").apiModelId]).toContain(request.model);
    });

    it("may have no system prompt and no tools", async () => {
      expect(await understood(bench, { systemPrompt: "", tools: [] })).toMatchObject({ system: "", tools: [] });
    });

    it("may request a reply with a schema", async () => {
      await understood(bench, { output: { name: "verdict", schema } });
      expect(server().requests.at(-1)?.raw.toString()).toContain("verdict");
    });

    it("grows without changing what was sent before", async () => {
      const client = connect();
      const messages: Message[] = [];
      const request = modelRequest({ messages, tools });
      let before: readonly Message[] = [];
      for (const message of histories.find(({ name }) => name === "many turns of calls")?.messages ?? []) {
        messages.push(message);
        if (message.role === "assistant") continue;
        server().push({ text: "ok" });
        await ask(client, request);
        const now = readLast(bench).messages;
        expect(now.slice(0, before.length)).toEqual(before);
        before = now;
      }
      expectNothingLost(messages, before, tested);
    });

    it("contains the reply that was read from it", async () => {
      const reply = {
        reasoning: "Hm.",
        signature: "c2lnbmVk",
        text: "So:",
        calls: [{ id: "a", name: "read_file", arguments: '{"path":"a"}' }],
      };
      server().push(reply);
      const { final } = await ask(connect());
      if (!final) throw new Error("there was no reply");
      const [called] = final.message.content.filter((part) => part.type === "tool-call");
      const { callId = "", name = "" } = called ?? {};
      const messages: Message[] = [
        { role: "user", content: [{ type: "text", text: "hello" }] },
        final.message,
        { role: "tool", content: [{ type: "tool-result", callId, name, content: "read", isError: false }] },
      ];
      const request = await understood(bench, { messages });
      expect(called).toMatchObject({ name: "read_file", input: { path: "a" } });
      expectNothingLost(messages, request.messages, tested);
    });
  });
});

async function understood(bench: Bench, request: Partial<ModelRequest>) {
  bench.server().push({ text: "ok" });
  const { error } = await ask(bench.connect(), request);
  if (error !== undefined) throw error;
  return readLast(bench);
}

function readLast({ tested, server }: Bench) {
  const { path = "", body = {} } = server().requests.at(-1) ?? {};
  return tested.format.readRequest({ path, body });
}
