import type { ImagePart, ToolCallPart } from "@roo-code/types";
import { isRecord, listOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import type { ForeignMessage, ForeignPart } from "./conversation.ts";

const maxUnknownLength = 4_000;

/** Converts a message in Anthropic's format, as Roo Code, Cline, Kilo Code and Claude Code store it. */
export function fromAnthropicMessage(
  message: Plain,
  more: Pick<ForeignMessage, "at" | "usage"> = {},
): ForeignMessage | undefined {
  const { role } = message;
  if (role !== "user" && role !== "assistant") return undefined;
  const parts = blocksOf(message.content).flatMap((block) => partsOf(block, role));
  return { by: role, parts, ...more };
}

export function blocksOf(content: unknown): Plain[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content).map((block) => (typeof block === "string" ? { type: "text", text: block } : recordOf(block)));
}

function partsOf(block: Plain, role: "user" | "assistant"): ForeignPart[] {
  switch (block.type) {
    case "text":
      return textPart(block.text);
    case "image":
      return [imageOf(block) ?? unknownPart(block)];
    case "thinking":
      return reasoningPart(block.thinking);
    case "reasoning":
      return reasoningPart(block.text);
    case "redacted_thinking":
    case "thoughtSignature":
      // Only usable by the vendor's own model.
      return [];
    case "tool_use":
      return role === "assistant" ? [toCall(block)] : [unknownPart(block)];
    case "tool_result":
      return role === "user" ? [toResult(block)] : [unknownPart(block)];
    case "file":
      return textPart(`${textOf(block.path) ?? "a file"}:\n${textOf(block.content) ?? ""}`);
    default:
      return [unknownPart(block)];
  }
}

function textPart(text: unknown): ForeignPart[] {
  return typeof text === "string" && text !== "" ? [{ type: "text", text }] : [];
}

function reasoningPart(text: unknown): ForeignPart[] {
  return typeof text === "string" && text !== "" ? [{ type: "reasoning", text }] : [];
}

function toCall(block: Plain): ToolCallPart {
  const call = { type: "tool-call", callId: textOf(block.id) ?? "", name: textOf(block.name) ?? "" } as const;
  if (isRecord(block.input)) return { ...call, input: block.input };
  return { ...call, input: {}, malformed: JSON.stringify(block.input ?? "") };
}

function toResult(block: Plain): ForeignPart {
  const blocks = blocksOf(block.content);
  const images = blocks.flatMap((item) => imageOf(item) ?? []);
  const texts = blocks.flatMap((item) => {
    if (item.type === "text") return [textOf(item.text) ?? ""];
    return imageOf(item) ? [] : [unknownPart(item).text];
  });
  return {
    type: "tool-result",
    callId: textOf(block.tool_use_id) ?? "",
    content: texts.join("\n"),
    images: images.length > 0 ? images : undefined,
    isError: block.is_error === true,
  };
}

/** An embedded image, in Anthropic's format or Cline's. */
function imageOf(block: Plain): ImagePart | undefined {
  if (block.type !== "image") return undefined;
  const source = recordOf(block.source);
  return imagePart(textOf(source.media_type) ?? textOf(block.mediaType), textOf(source.data) ?? textOf(block.data));
}

/** undefined if it is not a base64 image. */
function imagePart(mediaType: string | undefined, data: string | undefined): ImagePart | undefined {
  if (mediaType === undefined || data === undefined) return undefined;
  if (!/^image\/[\w.+-]+$/.test(mediaType) || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return { type: "image", mediaType, data };
}

export function imageOfUrl(url: string | undefined): ImagePart | undefined {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url ?? "") ?? [];
  return imagePart(mediaType, data);
}

/** Unknown blocks become readable text. */
export function unknownPart(block: Plain): { type: "text"; text: string } {
  const type = textOf(block.type) ?? "unknown";
  return { type: "text", text: `(${type}) ${JSON.stringify(block)?.slice(0, maxUnknownLength) ?? ""}` };
}
