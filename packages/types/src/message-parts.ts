import type { AssistantMessage, ImagePart, ToolCallPart, UserMessage } from "./message.ts";

export function userMessage(text: string, images: readonly ImagePart[] = []): UserMessage {
  return { role: "user", content: [{ type: "text", text }, ...images] };
}

/** The text of a message, without reasoning, calls and images. */
export function messageText(message: AssistantMessage | UserMessage): string {
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export function toolCalls(message: AssistantMessage): ToolCallPart[] {
  return message.content.filter((part) => part.type === "tool-call");
}
