import type { AssistantMessage, ReasoningPart, TextPart, ToolCallPart } from "@roo-code/types";
import type { CallNames } from "./call-names.ts";

export type ReplyPart = TextPart | ReasoningPart | ToolCallPart;

/** What can be sent of a reply; undefined when nothing is left of it. */
export function readyReply(parts: readonly ReplyPart[], names: CallNames): AssistantMessage["content"] | undefined {
  const content = parts.flatMap((part) => readyPart(part, names));
  if (content.length === 0) return undefined;
  // Vendors leave reasoning out that they did not sign, and refuse a reply that then holds nothing.
  const isThought = content.every((part) => part.type === "reasoning");
  return isThought ? [...content, { type: "text", text: "(no answer)" }] : content;
}

function readyPart(part: ReplyPart, names: CallNames): ReplyPart[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      // Without its signature: that is only good for the account and model that made it.
      return part.text === "" ? [] : [{ type: "reasoning", text: part.text }];
    case "tool-call": {
      const { input, malformed } = part;
      const callId = names.claim(part.callId);
      const name = part.name === "" ? "unknown" : part.name;
      return [{ type: "tool-call", callId, name, input, ...(malformed !== undefined && { malformed }) }];
    }
  }
}
