import { modelRequest } from "@roo-code/testkit/model-request";
import { type Message, type ModelRequest, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { SentConversations } from "./request-body.ts";

const newConversations = () =>
  new SentConversations<Message[]>({ begin: () => [], add: (written, message) => written.push(message) });
const [one, two, three] = [userMessage("one"), userMessage("two"), userMessage("three")];

it("continues a conversation that grew", () => {
  const conversations = newConversations();
  const messages = [one];
  const request = modelRequest({ messages });
  const written = conversations.write(request);
  messages.push(two, three);
  expect(conversations.write(request)).toBe(written);
  expect(written).toEqual([one, two, three]);
});

it.each<[string, Message[]]>([
  ["shrank", [one]],
  ["was put together anew", [three]],
  ["lost its beginning and grew again", [two, three, one]],
])("starts over when the history %s", (_, now) => {
  const conversations = newConversations();
  const messages: Message[] = [one, two];
  const request = modelRequest({ messages });
  const before = conversations.write(request);
  messages.splice(0, 2, ...now);
  const after = conversations.write(request);
  expect(after).not.toBe(before);
  expect(after).toEqual(now);
});

it.each<[string, Partial<ModelRequest>]>([
  ["system prompt", { systemPrompt: "another" }],
  ["tools", { tools: [] }],
  ["output", { output: { name: "o", schema: {} } }],
  ["task", { metadata: { taskId: "another", agent: "root", priorAttempts: 0 } }],
])("starts over when the %s changed", (_, change) => {
  const conversations = newConversations();
  const request = modelRequest({ messages: [one], tools: [] });
  const before = conversations.write(request);
  expect(conversations.write({ ...request, ...change })).not.toBe(before);
});
