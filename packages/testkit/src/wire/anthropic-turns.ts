import type { AssistantMessage, ImagePart, Message, ToolResultPart, UserMessage } from "@roo-code/types";
import { fields, list, refuse } from "./anthropic-fields.ts";
import type { Fields } from "./strict-fields.ts";

/** Calls of the conversation: names by id. `open` are those of the newest turn. */
interface Calls {
  readonly names: Map<string, string>;
  open: string[];
}

/** The turns of a conversation. Throws where the vendor would answer 400. */
export function readTurns(turns: unknown): Message[] {
  refuse(list(turns).length === 0, "messages: at least one message is required");
  const calls: Calls = { names: new Map(), open: [] };
  const messages = list(turns).flatMap((turn, index) => {
    const { role, content } = fields(turn);
    refuse(role !== "user" && role !== "assistant", "messages: unexpected role");
    refuse(index === 0 && role !== "user", 'messages: first message must use the "user" role');
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : list(content).map(fields);
    refuse(blocks.length === 0, "messages: all messages must have non-empty content");
    return role === "user" ? readUser(blocks, calls) : [readAssistant(blocks, calls)];
  });
  const endsWithUser = fields(list(turns).at(-1)).role === "user";
  refuse(!endsWithUser, "This model does not support assistant message prefill.");
  return messages;
}

/** A turn of results and other content: the results come first, one for each call of the previous turn. */
function readUser(blocks: readonly Fields[], calls: Calls): Message[] {
  const isResult = ({ type }: Fields) => type === "tool_result";
  const results = blocks.filter(isResult);
  const ids = results.map(({ tool_use_id: id }) => String(id));
  const missing = calls.open.filter((id) => !ids.includes(id));
  refuse(
    missing.length > 0,
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join()}`,
  );
  const unexpected = ids.filter((id) => !calls.open.includes(id));
  refuse(unexpected.length > 0, `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unexpected.join()}`);
  refuse(new Set(ids).size < ids.length, "each tool_use must have a single result");
  refuse(!blocks.slice(0, results.length).every(isResult), "tool_result blocks must come first in the content");
  calls.open = [];

  const content = blocks.slice(results.length).map(readUserBlock);
  return [
    ...(results.length > 0
      ? [{ role: "tool" as const, content: results.map((block) => readResult(block, calls)) }]
      : []),
    ...(content.length > 0 ? [{ role: "user" as const, content }] : []),
  ];
}

function readUserBlock(block: Fields): UserMessage["content"][number] {
  if (block.type === "image") return readImage(block);
  refuse(block.type !== "text", `messages: unexpected block ${String(block.type)}`);
  return { type: "text", text: readText(block) };
}

function readResult({ tool_use_id: id, content, is_error: isError }: Fields, { names }: Calls): ToolResultPart {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : list(content).map(fields);
  const images = parts.filter(({ type }) => type === "image").map(readImage);
  const text = parts.filter(({ type }) => type === "text").map(readText);
  refuse(images.length + text.length < parts.length, "tool_result: unexpected block");
  refuse(isError === true && images.length > 0, 'all content must be type "text" if "is_error" is true');
  refuse(isError === true && text.length === 0, "content cannot be empty if `is_error` is true");
  return {
    type: "tool-result",
    callId: String(id),
    name: names.get(String(id)) ?? "",
    content: text.join("\n\n"),
    images: images.length > 0 ? images : undefined,
    isError: isError === true,
  };
}

function readAssistant(blocks: readonly Fields[], calls: Calls): AssistantMessage {
  refuse(calls.open.length > 0, "`tool_use` ids were found without `tool_result` blocks immediately after");
  const isThought = ({ type }: Fields) => type === "thinking" || type === "redacted_thinking";
  refuse(blocks.slice(-1).some(isThought), "The final block in an assistant message cannot be `thinking`.");
  return { role: "assistant", content: blocks.map((block) => readAssistantBlock(block, calls)) };
}

function readAssistantBlock(block: Fields, calls: Calls): AssistantMessage["content"][number] {
  switch (block.type) {
    case "text":
      return { type: "text", text: readText(block) };
    case "thinking":
      refuse(typeof block.thinking !== "string", "thinking: Field required");
      refuse(typeof block.signature !== "string" || block.signature === "", "signature: Field required");
      return {
        type: "reasoning",
        text: String(block.thinking),
        signature: String(block.signature),
        origin: "anthropic",
      };
    case "redacted_thinking":
      refuse(typeof block.data !== "string" || block.data === "", "data: Field required");
      return { type: "reasoning", text: "", signature: String(block.data), origin: "anthropic" };
    case "tool_use":
      return readCall(block, calls);
    default:
      throw new Error(`invalid_request_error: messages: unexpected block ${String(block.type)}`);
  }
}

function readCall({ id, name, input }: Fields, calls: Calls): AssistantMessage["content"][number] {
  const [callId, called] = [String(id), String(name)];
  refuse(!/^[a-zA-Z0-9_-]+$/.test(callId), "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'");
  refuse(!/^[a-zA-Z0-9_-]{1,200}$/.test(called), "tool_use.name: String should match pattern");
  refuse(typeof input !== "object" || input === null || Array.isArray(input), "input: should be a valid dictionary");
  refuse(calls.names.has(callId), "`tool_use` ids must be unique");
  calls.names.set(callId, called);
  calls.open.push(callId);
  return { type: "tool-call", callId, name: called, input };
}

function readText({ text }: Fields): string {
  refuse(typeof text !== "string" || text.trim() === "", "text content blocks must contain non-whitespace text");
  return String(text);
}

function readImage({ source }: Fields): ImagePart {
  const { type, media_type: mediaType, data } = fields(source);
  refuse(type !== "base64", "image.source: base64 is expected here");
  refuse(!/^image\/(jpeg|png|gif|webp)$/.test(String(mediaType)), "image.source.media_type: unexpected value");
  refuse(!/^[A-Za-z0-9+/]+={0,2}$/.test(String(data)), "image.source.base64: invalid base64 data");
  return { type: "image", mediaType: String(mediaType), data: String(data) };
}
