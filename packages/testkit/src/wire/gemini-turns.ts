import type { AssistantMessage, ImagePart, Message, ToolResultPart, UserMessage } from "@roo-code/types";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

/** Google documents this for calls that have no signature of their own. */
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

function add(said: AssistantMessage["content"], part: Fields): void {
  const { text, thoughtSignature: signature } = part;
  if (part.thought === true) {
    const own = typeof signature === "string" && { signature, origin: "gemini-thought" };
    said.push({ type: "reasoning", text: String(text), ...own });
    return;
  }
  if (typeof signature === "string" && signature !== noSignature) sign(said, signature);
  if (typeof text === "string" && text !== "") said.push({ type: "text", text });
  if (part.inlineData !== undefined) said.push(readImage(part));
  if (part.functionCall === undefined) return;
  const { id = "", name, args = {} } = fieldsOf(part.functionCall);
  said.push({ type: "tool-call", callId: String(id), name: String(name), input: args });
}

/** With the thought before it, if that has no signature of its own. */
function sign(said: AssistantMessage["content"], signature: string): void {
  const before = said.at(-1);
  const isThought = before?.type === "reasoning" && before.signature === undefined;
  const thought = isThought ? before.text : "";
  said.splice(said.length - (isThought ? 1 : 0), 1, { type: "reasoning", text: thought, signature, origin: "gemini" });
}

/** Results are a message of their own; what else is said with them follows. */
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
    ...(images.length > 0 && { images }),
    isError: error !== undefined,
  };
}

function readImage(part: Fields): ImagePart {
  const { mimeType, data } = fieldsOf(part.inlineData);
  return { type: "image", mediaType: String(mimeType), data: String(data) };
}
