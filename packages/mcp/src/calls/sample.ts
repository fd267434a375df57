import type { CreateMessageRequest, CreateMessageResult } from "@modelcontextprotocol/client";
import { type CallServices, type Message, RooError, userMessage } from "@roo-code/types";
import { cleanText } from "../catalog/clean-text.ts";

const maxShownLength = 4_000;
const maxMessageLength = 100_000;
const maxMessages = 50;

/** Sends a server's request to the task's model, with approval. Throws the error for the server. */
export async function sample(
  server: string,
  params: CreateMessageRequest["params"],
  services: CallServices,
): Promise<CreateMessageResult> {
  const messages = messagesOf(params);
  const systemPrompt = cleanText(params.systemPrompt, maxMessageLength);
  const detail = cleanText([systemPrompt, ...params.messages.map(textOf)].filter(Boolean).join("\n\n"), maxShownLength);
  const isAllowed = await services.approve({
    kind: "mcp",
    summary: `${server} sends a request to the model`,
    detail,
    tool: `${server}/sampling`,
  });
  if (!isAllowed) throw new RooError({ code: "denied", message: "The user denied the request." });
  const { model, text, wasCut } = await services.sample({ server, systemPrompt, messages });
  return { role: "assistant", model, content: { type: "text", text }, stopReason: wasCut ? "maxTokens" : "endTurn" };
}

type SamplingMessage = CreateMessageRequest["params"]["messages"][number];

function messagesOf({ messages }: CreateMessageRequest["params"]): Message[] {
  return messages.slice(-maxMessages).map((message): Message => {
    const text = textOf(message).slice(0, maxMessageLength);
    return message.role === "user" ? userMessage(text) : { role: "assistant", content: [{ type: "text", text }] };
  });
}

/** Only text: images and audio of a server are not passed on. */
function textOf({ content }: SamplingMessage): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (block.type === "text" ? block.text : `(${block.type}, omitted)`)).join("\n");
}
