import type { AssistantMessage, ImagePart, Message, ReasoningPart, ToolResultPart, UserMessage } from "@roo-code/types";
import { type Fields, fieldsOf, listOf, refuseUnless, textOf } from "./strict-fields.ts";

interface ReadContent {
  readonly messages: Message[];
  /** Ids of the calls made and of those answered. */
  readonly calls: string[];
  readonly results: string[];
}

/** A message's blocks; a user's results become a message of their own. `names` learns what each call is named. */
export function readConverseContent({ role, content }: Fields, names: Map<string, string>): ReadContent {
  const blocks = listOf(content).map(fieldsOf);
  const [first] = blocks;
  refuseUnless(first !== undefined && first.cachePoint === undefined, "content must not be empty");
  const parts = blocks.filter(({ cachePoint }) => cachePoint === undefined);
  if (role === "assistant") return readAssistant(parts, names);
  refuseUnless(role === "user", `unknown role ${String(role)}`);
  const results = parts.flatMap(({ toolResult }) =>
    toolResult === undefined ? [] : [readResult(fieldsOf(toolResult), names)],
  );
  const said = parts.filter(({ toolResult }) => toolResult === undefined).map(readUserPart);
  refuseUnless(
    parts.slice(0, results.length).every(({ toolResult }) => toolResult !== undefined),
    "toolResult blocks must come first",
  );
  const messages: Message[] = [];
  if (results.length > 0) messages.push({ role: "tool", content: results });
  if (said.length > 0) messages.push({ role: "user", content: said });
  return { messages, calls: [], results: results.map(({ callId }) => callId) };
}

function readUserPart(block: Fields): UserMessage["content"][number] {
  return block.image === undefined ? { type: "text", text: readText(block) } : readImage(block.image);
}

function readAssistant(blocks: readonly Fields[], names: Map<string, string>): ReadContent {
  const content = blocks.map((block): AssistantMessage["content"][number] => {
    if (block.reasoningContent !== undefined) return readThought(fieldsOf(block.reasoningContent));
    if (block.toolUse === undefined) return { type: "text", text: readText(block) };
    const { toolUseId, name, input } = fieldsOf(block.toolUse);
    refuseUnless(/^[A-Za-z0-9_-]{1,64}$/.test(String(name)), "toolUse.name does not match the pattern");
    names.set(readId(toolUseId), String(name));
    return { type: "tool-call", callId: readId(toolUseId), name: String(name), input: fieldsOf(input) };
  });
  const calls = content.flatMap((part) => (part.type === "tool-call" ? part.callId : []));
  refuseUnless(new Set(calls).size === calls.length, "toolUse ids must be unique");
  return { messages: [{ role: "assistant", content }], calls, results: [] };
}

function readThought({ reasoningText, redactedContent }: Fields): ReasoningPart {
  if (redactedContent !== undefined) return { type: "reasoning", text: "", signature: textOf(redactedContent) };
  const { text, signature } = fieldsOf(reasoningText);
  refuseUnless(typeof signature === "string" && signature !== "", "thinking.signature: Field required");
  return { type: "reasoning", text: String(text), signature: String(signature) };
}

function readResult({ toolUseId, content, status }: Fields, names: Map<string, string>): ToolResultPart {
  const callId = readId(toolUseId);
  const blocks = listOf(content).map(fieldsOf);
  const texts = blocks.filter(({ image }) => image === undefined).map(readText);
  const images = blocks.flatMap(({ image }) => (image === undefined ? [] : readImage(image)));
  refuseUnless(status === undefined || status === "success" || status === "error", "unknown status");
  return {
    type: "tool-result",
    callId,
    name: names.get(callId) ?? "",
    content: texts.join("\n"),
    ...(images.length > 0 && { images }),
    isError: status === "error",
  };
}

function readText({ text }: Fields): string {
  refuseUnless(typeof text === "string" && text.trim() !== "", "text content blocks must contain non-whitespace text");
  return String(text);
}

function readId(id: unknown): string {
  refuseUnless(/^[A-Za-z0-9_.:-]{1,64}$/.test(String(id)), "toolUseId does not match the pattern");
  return String(id);
}

function readImage(sent: unknown): ImagePart {
  const { format, source } = fieldsOf(sent);
  const { bytes } = fieldsOf(source);
  refuseUnless(["png", "jpeg", "gif", "webp"].includes(String(format)), "unknown image format");
  refuseUnless(/^[A-Za-z0-9+/]+=*$/.test(String(bytes)), "the image is no base64");
  return { type: "image", mediaType: `image/${String(format)}`, data: String(bytes) };
}
