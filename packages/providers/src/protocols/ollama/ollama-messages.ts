import type { AssistantMessage, Message, ToolDefinition, ToolMessage, UserMessage } from "@roo-code/types";
import { isRecord } from "../../json-value.ts";

/** Only reasoning of this origin is sent back. */
export const ollamaOrigin = "ollama";

export function toWireTool({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

export function toWireMessages(message: Message): object[] {
  switch (message.role) {
    case "user":
      return [toWireUser(message)];
    case "assistant":
      return [toWireAssistant(message)];
    case "tool":
      return toWireResults(message);
  }
}

function toWireUser({ content }: UserMessage): object {
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : []));
  const images = content.flatMap((part) => (part.type === "image" ? part.data : []));
  return { role: "user", content: texts.join("\n\n"), images: images.length > 0 ? images : undefined };
}

function toWireAssistant({ content }: AssistantMessage): object {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const thinking = content
    .map((part) => (part.type === "reasoning" && part.origin === ollamaOrigin ? part.text : ""))
    .join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call"
      ? {
          id: part.callId,
          function: {
            name: part.name || "unnamed",
            arguments: part.malformed === undefined && isRecord(part.input) ? part.input : {},
          },
        }
      : [],
  );
  return {
    role: "assistant",
    content: text,
    thinking: thinking || undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  };
}

/** The format has no failure status, only text. Templates support images only in user messages. */
function toWireResults({ content }: ToolMessage): object[] {
  const results = content.map(({ callId, name, content: text }) => ({
    role: "tool",
    tool_name: name || "unnamed",
    tool_call_id: callId,
    content: text,
  }));
  const shown = content.filter(({ images = [] }) => images.length > 0);
  if (shown.length === 0) return results;
  const images = shown.flatMap((result) => (result.images ?? []).map(({ data }) => data));
  const names = shown.map(({ name }) => name).join(", ");
  return [...results, { role: "user", content: `Images from ${names}:`, images }];
}
