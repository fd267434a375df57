import type { CreateMessageRequest, CreateMessageResult } from "@modelcontextprotocol/client";
import { type CallServices, type Message, RooError, userMessage } from "@roo-code/types";
import { cleanText } from "../catalog/clean-text.ts";

const maxShownLength = 4_000;
const maxMessageLength = 100_000;
const maxMessages = 50;

/** What a server asks of the task's model, with leave. Throws what the server is told. */
export async function sample(
  server: string,
  params: CreateMessageRequest["params"],
  services: CallServices,
): Promise<CreateMessageResult> {
  const messages = messagesOf(params);
  const systemPrompt = cleanText(params.systemPrompt, maxMessageLength);
  const detail = cleanText(
    [systemPrompt, ...params.messages.map(wordsOf)].filter(Boolean).join("\n\n"),
    maxShownLength,
  );
  const isAllowed = await services.approve({
    kind: "mcp",
    summary: `${server} asks the model something`,
    detail,
    tool: `${server}/sampling`,
  });
  if (!isAllowed) throw new RooError({ code: "denied", message: "The user does not allow this." });
  const { model, text, wasCut } = await services.sample({ server, systemPrompt, messages });
  return { role: "assistant", model, content: { type: "text", text }, stopReason: wasCut ? "maxTokens" : "endTurn" };
}

type SamplingMessage = CreateMessageRequest["params"]["messages"][number];

function messagesOf({ messages }: CreateMessageRequest["params"]): Message[] {
  return messages.slice(-maxMessages).map((message): Message => {
    const text = wordsOf(message).slice(0, maxMessageLength);
    return message.role === "user" ? userMessage(text) : { role: "assistant", content: [{ type: "text", text }] };
  });
}

/** Text alone: pictures and sounds of a server are not passed on. */
function wordsOf({ content }: SamplingMessage): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (block.type === "text" ? block.text : `(${block.type}, left out)`)).join("\n");
}
