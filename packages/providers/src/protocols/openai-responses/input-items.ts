import type {
  AssistantMessage,
  ImagePart,
  Message,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from "@roo-code/types";
import { toWireJson } from "../wire-json.ts";
import { toReasoningItem } from "./reasoning-item.ts";

/** What a request holds of one message. */
export function toInputItems(message: Message): object[] {
  switch (message.role) {
    case "user":
      return fromUser(message);
    case "assistant":
      return fromAssistant(message);
    case "tool":
      return fromTools(message);
  }
}

function fromUser({ content }: UserMessage): object[] {
  const parts = content.flatMap(toInputPart);
  return parts.length > 0 ? [{ type: "message", role: "user", content: parts }] : [];
}

function toInputPart(part: TextPart | ImagePart): object[] {
  if (part.type === "text") return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
  return [{ type: "input_image", detail: "auto", image_url: `data:${part.mediaType};base64,${part.data}` }];
}

/** In the order they came: the server pairs thought with what follows it, and refuses thought that nothing follows. */
function fromAssistant({ content }: AssistantMessage): object[] {
  const last = content.findLastIndex((part) => (part.type === "text" ? part.text !== "" : part.type === "tool-call"));
  return content.slice(0, last + 1).flatMap((part) => {
    if (part.type === "reasoning") return toReasoningItem(part) ?? [];
    if (part.type === "tool-call") return toCallItem(part);
    if (part.type === "image" || part.text === "") return [];
    return { type: "message", role: "assistant", content: part.text };
  });
}

function toCallItem({ callId, name, input, malformed }: ToolCallPart): object {
  return {
    type: "function_call",
    call_id: callId,
    name: toWireName(name),
    // What was malformed once would be refused every time the history is sent.
    arguments: malformed === undefined ? toWireJson(input) : "{}",
  };
}

/** A name the model made up may hold anything; the server refuses all but these characters. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

function fromTools({ content }: ToolMessage): object[] {
  return content.map((result) => ({ type: "function_call_output", call_id: result.callId, output: toOutput(result) }));
}

/** A plain string unless there are images. */
function toOutput({ content, images = [] }: ToolResultPart): string | object[] {
  if (images.length === 0) return content;
  return [{ type: "text" as const, text: content }, ...images].flatMap(toInputPart);
}
