import type { AssistantMessage, ImagePart, Message, ToolMessage, UserMessage } from "@roo-code/types";
import type { ChatDialect } from "../../catalog/provider-row.ts";
import { toWireJson } from "../request-body.ts";
import { detailsOf } from "./reasoning-details.ts";

/** The wire messages for one message. */
export function toChatMessages(message: Message, dialect: ChatDialect): object[] {
  switch (message.role) {
    case "user":
      return [toWireUser(message)];
    case "assistant":
      return [toWireAssistant(message, dialect)];
    case "tool":
      return toWireResults(message, dialect);
  }
}

/** A plain string unless there are images: not every server accepts parts. */
function toWireUser({ content }: UserMessage): object {
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : []));
  if (texts.length === content.length) return { role: "user", content: texts.join("\n\n") };
  return {
    role: "user",
    content: content.map((part) => (part.type === "text" ? { type: "text", text: part.text } : toWireImage(part))),
  };
}

function toWireImage({ mediaType, data }: ImagePart): object {
  return { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } };
}

function toWireAssistant({ content }: AssistantMessage, dialect: ChatDialect): object {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const reasoning = content.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const details = dialect.hasReasoningDetails ? detailsOf(content) : [];
  const calls = toWireCalls(content, dialect);
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    reasoning_content: dialect.requiresReasoning ? reasoning : undefined,
    reasoning_details: details.length > 0 ? details : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  };
}

function toWireCalls(content: AssistantMessage["content"], dialect: ChatDialect): object[] {
  return content.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    // Malformed arguments would be rejected every time the history is sent.
    const args = part.malformed === undefined ? toWireJson(part.input) : "{}";
    const called = { name: toWireName(part.name), arguments: args };
    return [{ id: toWireId(part.callId, dialect), type: "function", function: called }];
  });
}

/** Results contain only text; their images follow in a user message. */
function toWireResults({ content }: ToolMessage, dialect: ChatDialect): object[] {
  const results = content.map((result) => ({
    role: "tool",
    tool_call_id: toWireId(result.callId, dialect),
    content: result.content,
  }));
  const images = content.flatMap(({ name, images: shown = [] }) =>
    shown.length > 0 ? [{ type: "text", text: `Images from ${name}:` }, ...shown.map(toWireImage)] : [],
  );
  return images.length > 0 ? [...results, { role: "user", content: images }] : results;
}

/** OpenAI rejects longer ids; other vendors' may be longer. */
const maxIdLength = 40;

/** A name that the model invented may contain anything; servers reject all but these characters. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

/** The same id for a call and its result, in the server's format. */
function toWireId(callId: string, { requiresShortCallIds }: ChatDialect): string {
  if (requiresShortCallIds) return /^[A-Za-z0-9]{9}$/.test(callId) ? callId : shortHash(callId);
  return callId.length <= maxIdLength ? callId : `call_${shortHash(callId)}`;
}

/** Nine letters and digits. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(9, "0").slice(-9);
}
