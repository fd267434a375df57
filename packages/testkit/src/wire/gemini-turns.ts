import type { AssistantMessage, ImagePart, Message, ToolResultPart, UserMessage } from "@roo-code/types";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

/** Documented by Google for calls without a signature. */
const noSignature = "skip_thought_signature_validator";

/** Since Gemini 3 the first call of a turn must be signed. */
export function readModel(parts: readonly Fields[], isGemini3: boolean): AssistantMessage {
  const firstCall = parts.find((part) => part.functionCall !== undefined);
  const isSigned = firstCall === undefined || firstCall.thoughtSignature !== undefined;
  refuseUnless(isSigned || !isGemini3, "function call is missing a thought_signature");
  const message: AssistantMessage = { role: "assistant", content: [] };
  for (const part of parts) add(message.content, part);
  return message;
}

function add(content: AssistantMessage["content"], part: Fields): void {
  const { text, thoughtSignature: signature } = part;
  if (part.thought === true) {
    const own = typeof signature === "string" && { signature, origin: "gemini-thought" };
    content.push({ type: "reasoning", text: String(text), ...own });
    return;
  }
  if (typeof signature === "string" && signature !== noSignature) sign(content, signature);
  if (typeof text === "string" && text !== "") content.push({ type: "text", text });
  if (part.inlineData !== undefined) content.push(readImage(part));
  if (part.functionCall === undefined) return;
  const { id = "", name, args = {} } = fieldsOf(part.functionCall);
  content.push({ type: "tool-call", callId: String(id), name: String(name), input: args });
}

/** Signs the preceding thought if it is unsigned, else adds an empty one. */
function sign(content: AssistantMessage["content"], signature: string): void {
  const before = content.at(-1);
  const isThought = before?.type === "reasoning" && before.signature === undefined;
  const thought = isThought ? before.text : "";
  content.splice(content.length - (isThought ? 1 : 0), 1, {
    type: "reasoning",
    text: thought,
    signature,
    origin: "gemini",
  });
}

/** Results become a separate message; other content follows. */
export function readUser(parts: readonly Fields[], results: readonly Fields[]): Message[] {
  const messages: Message[] = results.length > 0 ? [{ role: "tool", content: results.map(readResult) }] : [];
  const rest = parts.filter((part) => part.functionResponse === undefined).map(readUserPart);
  return rest.length > 0 ? [...messages, { role: "user", content: rest }] : messages;
}

function readUserPart(part: Fields): UserMessage["content"][number] {
  return typeof part.text === "string" ? { type: "text", text: part.text } : readImage(part);
}

function readResult({ id = "", name, response, parts = [] }: Fields): ToolResultPart {
  const { output, error } = fieldsOf(response);
  const images = listOf(parts).map((part) => readImage(fieldsOf(part)));
  return {
    type: "tool-result",
    callId: String(id),
    name: String(name),
    content: String(output ?? error),
    images: images.length > 0 ? images : undefined,
    isError: error !== undefined,
  };
}

function readImage(part: Fields): ImagePart {
  const { mimeType, data } = fieldsOf(part.inlineData);
  return { type: "image", mediaType: String(mimeType), data: String(data) };
}
