import type {
  AssistantMessage,
  ImagePart,
  ReasoningPart,
  ToolCallPart,
  ToolDefinition,
  ToolResultPart,
  UserMessage,
} from "@roo-code/types";
import { isRecord } from "../../json-value.ts";
import { gemini3, isAtLeast } from "./gemini-model.ts";

/** What the server supports. */
export interface PartDialect {
  /** Vertex rejects ids; there, results are matched to calls by their order. */
  readonly hasCallIds: boolean;
  /** Since Gemini 3, calls must be signed, and results may contain images. */
  readonly isGemini3: boolean;
}

export function dialectOf(model: string, isVertex: boolean): PartDialect {
  return { hasCallIds: !isVertex, isGemini3: isAtLeast(model, gemini3) };
}

/** Documented by Google for calls of other models, which have no signature. */
const unsigned = "skip_thought_signature_validator";
const imagesInResults = new Set(["image/png", "image/jpeg", "image/webp"]);

/** Empty texts and empty messages are rejected. */
export function toUserParts({ content }: UserMessage): readonly object[] {
  const parts = content.flatMap((part) => (part.type === "image" ? toImage(part) : toText(part.text)));
  return parts.length > 0 ? parts : [{ text: "(empty)" }];
}

/** Each signature is sent back on the part it came with. */
export function toModelParts({ content }: AssistantMessage, dialect: PartDialect): readonly object[] {
  const parts: object[] = [];
  let pending: string | undefined;
  let hasCall = false;
  const sign = (part: object): void => {
    parts.push(pending === undefined ? part : { ...part, thoughtSignature: pending });
    pending = undefined;
  };
  for (const part of content) {
    if (part.type === "reasoning") {
      if (pending !== undefined && isSentBack(part)) sign({ text: "" });
      parts.push(...toThought(part));
      if (part.origin === nextPartOrigin) pending = part.signature ?? pending;
    } else if (part.type === "tool-call") {
      if (!hasCall && dialect.isGemini3) pending ??= unsigned;
      hasCall = true;
      sign(toCall(part, dialect));
    } else if (part.type === "image") {
      sign(toImage(part));
    } else if (part.text !== "") {
      sign({ text: part.text });
    }
  }
  if (pending !== undefined) sign({ text: "" });
  return parts;
}

function isSentBack({ origin, signature }: ReasoningPart): boolean {
  return signature !== undefined && (origin === nextPartOrigin || origin === thoughtOrigin);
}

function toThought(part: ReasoningPart): readonly object[] {
  const { text, origin, signature } = part;
  if (!isSentBack(part)) return [];
  if (origin === thoughtOrigin) return [{ text, thought: true, thoughtSignature: signature }];
  return text === "" ? [] : [{ text, thought: true }];
}

/** One result per call, in order, as the vendor requires; results without a call are sent as text. */
export function toResultParts(
  calls: readonly ToolCallPart[],
  results: readonly ToolResultPart[],
  dialect: PartDialect,
): readonly object[] {
  const known = new Set(calls.map(({ callId }) => callId));
  const answered = calls.map((call) => ({ call, result: results.find(({ callId }) => callId === call.callId) }));
  const strays = results.filter(({ callId }) => !known.has(callId));
  return [
    ...answered.map(({ call, result }) => toResult(call, result, dialect)),
    ...results.flatMap((result) => imagesAfter(result, dialect)),
    ...strays.flatMap(({ name, content }) => toText(`Result of ${name}:\n${content}`)),
  ];
}

function toResult(call: ToolCallPart, result: ToolResultPart | undefined, dialect: PartDialect): object {
  const { content = "There is no result: the call was not run.", isError = true, images = [] } = result ?? {};
  const inside = images.filter((image) => isInside(image, dialect));
  return {
    functionResponse: {
      id: dialect.hasCallIds ? call.callId : undefined,
      name: toWireName(call.name),
      response: isError ? { error: content } : { output: content },
      parts: inside.length > 0 ? inside.map(toImage) : undefined,
    },
  };
}

function imagesAfter({ name, images = [] }: ToolResultPart, dialect: PartDialect): readonly object[] {
  const after = images.filter((image) => !isInside(image, dialect));
  return after.length > 0 ? [{ text: `Images from ${name}:` }, ...after.map(toImage)] : [];
}

function isInside({ mediaType }: ImagePart, { isGemini3 }: PartDialect): boolean {
  return isGemini3 && imagesInResults.has(mediaType);
}

function toCall({ callId, name, input, malformed }: ToolCallPart, { hasCallIds }: PartDialect): object {
  const args = malformed === undefined && isRecord(input) ? input : {};
  return { functionCall: { id: hasCallIds ? callId : undefined, name: toWireName(name), args } };
}

function toImage({ mediaType, data }: ImagePart): object {
  return { inlineData: { mimeType: mediaType, data } };
}

function toText(text: string): readonly object[] {
  return text === "" ? [] : [{ text }];
}

const maxNameLength = 64;

/** A name that the model invented may contain anything; the vendor rejects other characters and a leading digit. */
export function toWireName(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_.-]/g, "_");
  return (/^[A-Za-z_]/.test(safe) ? safe : `_${safe}`).slice(0, maxNameLength);
}

/** The name of the tool that was offered under this name. */
export function fromWireName(name: string, tools: readonly ToolDefinition[]): string {
  return tools.find((tool) => toWireName(tool.name) === name)?.name ?? name;
}

/** Origin of a signature that is sent back on the next part. */
export const nextPartOrigin = "gemini";

/** Origin of a signature that belongs to the thought itself. */
export const thoughtOrigin = "gemini-thought";
