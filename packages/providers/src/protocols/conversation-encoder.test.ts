import { modelRequest } from "@roo-code/testkit/model-request";
import { type Message, type ModelRequest, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { ConversationEncoder } from "./conversation-encoder.ts";

it("adds breakpoints to the first item and the last two that can have one", () => {
  const encoder = new ConversationEncoder({
    begin: () => '{"items":[',
    systemItem: () => ({ text: "system" }),
    toItems: (message) => [{ text: textOf(message) }],
    mark: (item) => ("text" in item && item.text !== "unmarkable" ? { ...item, isMarked: true } : undefined),
  });
  const messages: Message[] = [];
  const tools: ModelRequest["tools"] = [];
  const marks = (text: string) => {
    messages.push(userMessage(text));
    const { items } = JSON.parse(Buffer.concat(encoder.encode(modelRequest({ messages, tools }))).toString());
    return items.map((item: { text: string; isMarked?: boolean }) => (item.isMarked ? `*${item.text}` : item.text));
  };
  expect(marks("a")).toEqual(["*system", "*a"]);
  expect(marks("unmarkable")).toEqual(["*system", "*a", "unmarkable"]);
  expect(marks("b")).toEqual(["*system", "*a", "unmarkable", "*b"]);
  expect(marks("unmarkable")).toEqual(["*system", "*a", "unmarkable", "*b", "unmarkable"]);
  expect(marks("c")).toEqual(["*system", "a", "unmarkable", "*b", "unmarkable", "*c"]);
  expect(marks("d")).toEqual(["*system", "a", "unmarkable", "b", "unmarkable", "*c", "*d"]);
});

function textOf(message: Message): string {
  return message.content.map((part) => ("text" in part ? part.text : "")).join("");
}
