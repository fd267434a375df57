import type { AssistantMessage, ImagePart, ToolCallPart, UserMessage } from "./message.ts";

export function userMessage(text: string, images: readonly ImagePart[] = [], attachment?: string): UserMessage {
  const attached = attachment ? [{ type: "text" as const, text: attachment, attached: true as const }] : [];
  return { role: "user", content: [{ type: "text", text }, ...images, ...attached] };
}

/** The text of a message, without reasoning, calls, images and what was attached to it. */
export function messageText(message: AssistantMessage | UserMessage): string {
  return message.content.map((part) => (part.type === "text" && !part.attached ? part.text : "")).join("");
}

export function toolCalls(message: AssistantMessage): ToolCallPart[] {
  return message.content.filter((part) => part.type === "tool-call");
}
