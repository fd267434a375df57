import type { AssistantMessage, ImagePart, Message, TextPart, ToolResultPart } from "@roo-code/types";
import {
  argumentsOf,
  callId,
  dataUrlImage,
  functionName,
  refuseUnknown,
  textField,
  toolNames,
} from "./openai-fields.ts";
import type { WireRequest } from "./served-format.ts";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

const parameters = [
  "model",
  "stream",
  "store",
  "max_output_tokens",
  "temperature",
  "reasoning",
  "include",
  "service_tier",
  "prompt_cache_key",
  "text",
  "tools",
  "parallel_tool_calls",
  "instructions",
  "input",
];
const maxIdLength = 64;

/** A request for a response as the vendor reads it. Throws where the vendor would refuse it. */
export function readResponsesRequest({ path, body }: { readonly path: string; readonly body: Fields }): WireRequest {
  refuseUnless(/\/v1\/responses(\?|$)/.test(path), `Unknown request URL: ${path}`);
  refuseUnknown(body, parameters);
  refuseUnless(body.stream === true, "stream: must be true");
  const model = textField(body.model, "model");
  refuseUnsupported(model, body);
  const items = listOf(body.input).map(fieldsOf);
  refuseUnless(items.length > 0, "input: must not be empty");
  return {
    model,
    system: body.instructions === undefined ? "" : textField(body.instructions, "instructions"),
    messages: new ItemReader().read(items),
    tools: toolNames(body.tools, (tool) => {
      refuseUnknown(tool, ["type", "name", "description", "parameters", "strict"]);
      return tool;
    }),
  };
}

/** Reasoning models refuse a temperature; the others refuse reasoning parameters. */
function refuseUnsupported(model: string, { temperature, reasoning, include }: Fields): void {
  const isReasoning = /^(o\d|gpt-5(?!-chat))/.test(model);
  refuseUnless(!isReasoning || temperature === undefined, "Unsupported parameter: 'temperature'.");
  refuseUnless(isReasoning || reasoning === undefined, "Unsupported parameter: 'reasoning.effort'.");
  refuseUnless(isReasoning || include === undefined, "Encrypted content is not supported with this model.");
}

class ItemReader {
  readonly #messages: Message[] = [];
  /** Names of the calls without an output, by id. */
  readonly #open = new Map<string, string>();
  #needsFollower = false;

  read(items: readonly Fields[]): Message[] {
    for (const item of items) this.#readItem(item);
    refuseUnless(!this.#needsFollower, "a reasoning item was provided without its required following item");
    const [open] = this.#open.keys();
    refuseUnless(open === undefined, `No tool output found for function call ${open}.`);
    return this.#messages;
  }

  #readItem(item: Fields): void {
    if (this.#needsFollower) {
      const isFollower = item.type !== "function_call_output" && item.role !== "user";
      refuseUnless(isFollower, "a reasoning item was provided without its required following item");
    }
    this.#needsFollower = item.type === "reasoning";
    if (item.type === "reasoning") this.#assistant().push(readReasoning(item));
    else if (item.type === "function_call") this.#assistant().push(this.#readCall(item));
    else if (item.type === "function_call_output") this.#readOutput(item);
    else this.#readMessage(item);
  }

  #readMessage(item: Fields): void {
    refuseUnless(item.type === undefined || item.type === "message", `Invalid value: '${String(item.type)}'.`);
    refuseUnknown(item, ["type", "role", "content"]);
    if (item.role === "assistant") {
      const text = textField(item.content, "content");
      refuseUnless(text !== "", "content: must not be empty");
      this.#assistant().push({ type: "text", text });
      return;
    }
    refuseUnless(item.role === "user", `Invalid value: '${String(item.role)}'.`);
    this.#messages.push({ role: "user", content: partsOf(item.content) });
  }

  #readCall(item: Fields): AssistantMessage["content"][number] {
    refuseUnknown(item, ["type", "call_id", "name", "arguments"]);
    const id = callId(item.call_id, maxIdLength);
    refuseUnless(!this.#open.has(id), `Duplicate call id: ${id}`);
    const name = functionName(item.name);
    this.#open.set(id, name);
    return { type: "tool-call", callId: id, name, input: argumentsOf(item.arguments) };
  }

  #readOutput(item: Fields): void {
    refuseUnknown(item, ["type", "call_id", "output"]);
    const id = callId(item.call_id, maxIdLength);
    const name = this.#open.get(id);
    if (name === undefined) throw new Error(`No tool call found for function call output with call_id ${id}.`);
    this.#open.delete(id);
    const parts: (TextPart | ImagePart)[] =
      typeof item.output === "string"
        ? [{ type: "text", text: textField(item.output, "output") }]
        : partsOf(item.output);
    const content = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
    const images = parts.filter((part) => part.type === "image");
    const result: ToolResultPart = { type: "tool-result", callId: id, name, content, isError: false };
    if (images.length > 0) result.images = images;
    const last = this.#messages.at(-1);
    if (last?.role === "tool") last.content.push(result);
    else this.#messages.push({ role: "tool", content: [result] });
  }

  /** Consecutive items belong to one reply. */
  #assistant(): AssistantMessage["content"] {
    const last = this.#messages.at(-1);
    if (last?.role === "assistant") return last.content;
    const message: AssistantMessage = { role: "assistant", content: [] };
    this.#messages.push(message);
    return message.content;
  }
}

/** Items that the vendor does not store must be sent in full. */
function readReasoning(item: Fields): AssistantMessage["content"][number] {
  refuseUnknown(item, ["type", "id", "summary", "content", "encrypted_content"]);
  const texts = listOf(item.summary).map((part) => textField(fieldsOf(part).text, "summary"));
  return {
    type: "reasoning",
    text: texts.join("\n\n"),
    signature: textField(item.encrypted_content, "encrypted_content"),
    origin: "openai-responses",
  };
}

function partsOf(content: unknown): (TextPart | ImagePart)[] {
  const parts = listOf(content).map(fieldsOf);
  refuseUnless(parts.length > 0, "content: must not be empty");
  return parts.map((part) => {
    if (part.type === "input_image") return dataUrlImage(part.image_url);
    refuseUnless(part.type === "input_text", `Invalid value: '${String(part.type)}'.`);
    return { type: "text", text: textField(part.text, "text") };
  });
}
