import type {
  AssistantMessage,
  ImagePart,
  ReasoningPart,
  ToolCallPart,
  ToolResultPart,
  UserMessage,
} from "@roo-code/types";
import { isRecord } from "../../json-value.ts";

/** A content block in the vendor's format. */
export type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** Prefix of the signature of encrypted thinking, to distinguish it from thinking whose text is not shown. */
export const redactedMark = "redacted_thinking:";

export function userBlocks({ content }: UserMessage): Block[] {
  return content.flatMap((part) => (part.type === "text" ? textBlocks(part.text) : [imageBlock(part)]));
}

/** `origin` is the one whose thinking the server can verify. */
export function assistantBlocks({ content }: AssistantMessage, origin: string): Block[] {
  const blocks = content.flatMap((part): Block[] => {
    switch (part.type) {
      case "text":
        return textBlocks(part.text);
      case "reasoning":
        return part.origin === origin ? thinkingBlocks(part) : [];
      case "tool-call":
        return [callBlock(part)];
      case "image":
        return [];
    }
  });
  // Thinking at the end of a message is rejected.
  return blocks.slice(0, blocks.findLastIndex(({ type }) => !type.endsWith("thinking")) + 1);
}

/** Blank text is rejected, and with it every later request. */
function textBlocks(text: string): Block[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

/** Unchanged and in its position, or not at all: the signature covers it. */
function thinkingBlocks({ text, signature }: ReasoningPart): Block[] {
  if (!signature) return [];
  if (!signature.startsWith(redactedMark)) return [{ type: "thinking", thinking: text, signature }];
  return [{ type: "redacted_thinking", data: signature.slice(redactedMark.length) }];
}

function callBlock({ callId, name, input, malformed }: ToolCallPart): Block {
  const isUsable = malformed === undefined && isRecord(input);
  return { type: "tool_use", id: toWireId(callId), name: toWireName(name), input: isUsable ? input : {} };
}

/** The result of a call, and images that it cannot contain: an error result contains only text. */
export function resultBlocks(
  result: ToolResultPart,
  id: string,
): { readonly result: Block; readonly extra: readonly Block[] } {
  const { content, isError, images = [] } = result;
  const shown = images.map(imageBlock);
  const head = { type: "tool_result", tool_use_id: id };
  if (isError) {
    const text = content.trim() === "" ? "The tool failed without a message." : content;
    return { result: { ...head, content: text, is_error: true }, extra: shown };
  }
  if (shown.length > 0) return { result: { ...head, content: [...textBlocks(content), ...shown] }, extra: [] };
  return { result: { ...head, content: content.trim() === "" ? undefined : content }, extra: [] };
}

/** A call without a result would be rejected with every later request. */
export function missingResult(id: string): Block {
  return { type: "tool_result", tool_use_id: id, content: "There is no result.", is_error: true };
}

/** A result without its call, for example after the history was condensed. */
export function strayResult(result: ToolResultPart): Block[] {
  const { content, name, images = [] } = result;
  return [...textBlocks(content.trim() && `Result of ${name}:\n${content}`), ...images.map(imageBlock)];
}

const imageTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

function imageBlock({ mediaType, data }: ImagePart): Block {
  const media_type = mediaType.toLowerCase() === "image/jpg" ? "image/jpeg" : mediaType.toLowerCase();
  if (imageTypes.has(media_type)) return { type: "image", source: { type: "base64", media_type, data } };
  return { type: "text", text: `(An image of type ${mediaType}, which this model does not support.)` };
}

/** Histories of other vendors may contain any ids. */
export function toWireId(callId: string): string {
  return callId.replaceAll(/[^A-Za-z0-9_-]/g, "_") || "call";
}

/** A name that the model invented may contain anything; the vendor rejects all but these characters. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}
