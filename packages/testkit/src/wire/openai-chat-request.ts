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

interface ChatServerOptions {
  readonly hasReasoningDetails: boolean;
}

const parameters = [
  "model",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "reasoning_effort",
  "service_tier",
  "response_format",
  "tools",
  "messages",
];
const gatewayParameters = ["usage", "reasoning"];
const maxIdLength = 40;
/** The model behind the gateway refuses more breakpoints. */
const maxBreakpoints = 4;

/** A chat completion request as the vendor reads it. Throws where the vendor would refuse it. */
export function readChatRequest(
  { path, body }: { readonly path: string; readonly body: Fields },
  options: ChatServerOptions,
): WireRequest {
  refuseUnless(/\/v1\/chat\/completions(\?|$)/.test(path), `Unknown request URL: ${path}`);
  refuseUnknown(body, options.hasReasoningDetails ? [...parameters, ...gatewayParameters] : parameters);
  refuseUnless(body.stream === true, "stream: must be true");
  refuseUnless(!options.hasReasoningDetails || countBreakpoints(body) <= maxBreakpoints, "too many cache_control");
  const sent = listOf(body.messages).map(fieldsOf);
  refuseUnless(sent.length > 0, "messages: must not be empty");
  const [first] = sent;
  const hasSystem = first?.role === "system";
  return {
    model: textField(body.model, "model"),
    system: hasSystem ? textsOf(first?.content).join("") : "",
    messages: new ChatReader(options).read(hasSystem ? sent.slice(1) : sent),
    tools: toolNames(body.tools, (tool) => fieldsOf(tool.function)),
  };
}

class ChatReader {
  readonly #options: ChatServerOptions;
  readonly #messages: Message[] = [];
  /** Names of the calls without a result, by id. */
  readonly #open = new Map<string, string>();

  constructor(options: ChatServerOptions) {
    this.#options = options;
  }

  read(sent: readonly Fields[]): Message[] {
    for (const message of sent) this.#readOne(message);
    this.#refuseOpen();
    return this.#messages;
  }

  #readOne(message: Fields): void {
    if (message.role === "tool") return this.#readResult(message);
    this.#refuseOpen();
    if (message.role === "assistant") return this.#readAssistant(message);
    refuseUnless(message.role === "user", `Invalid value: '${String(message.role)}'.`);
    refuseUnknown(message, ["role", "content"]);
    this.#messages.push({ role: "user", content: partsOf(message.content) });
  }

  #refuseOpen(): void {
    const ids = [...this.#open.keys()].join(", ");
    refuseUnless(this.#open.size === 0, `tool_call_ids did not have response messages: ${ids}`);
  }

  #readResult(message: Fields): void {
    refuseUnknown(message, ["role", "tool_call_id", "content"]);
    const id = callId(message.tool_call_id, maxIdLength);
    const name = this.#open.get(id);
    if (name === undefined) throw new Error("messages with role 'tool' must be a response to preceding 'tool_calls'");
    this.#open.delete(id);
    const content = textsOf(message.content).join("");
    const result: ToolResultPart = { type: "tool-result", callId: id, name, content, isError: false };
    const last = this.#messages.at(-1);
    if (last?.role === "tool") last.content.push(result);
    else this.#messages.push({ role: "tool", content: [result] });
  }

  #readAssistant(message: Fields): void {
    const details = this.#options.hasReasoningDetails ? ["reasoning_details"] : [];
    refuseUnknown(message, ["role", "content", "tool_calls", ...details]);
    const content: AssistantMessage["content"] = [];
    if (message.reasoning_details !== undefined) content.push(...listOf(message.reasoning_details).map(readDetail));
    if (message.content === null) refuseUnless(message.tool_calls !== undefined, "content: null needs tool_calls");
    else for (const text of textsOf(message.content)) if (text !== "") content.push({ type: "text", text });
    if (message.tool_calls !== undefined) {
      refuseUnless(listOf(message.tool_calls).length > 0, "tool_calls: must not be empty");
      for (const call of listOf(message.tool_calls)) content.push(this.#readCall(fieldsOf(call)));
    }
    this.#messages.push({ role: "assistant", content });
  }

  #readCall(call: Fields): AssistantMessage["content"][number] {
    refuseUnless(call.type === "function", "tool_calls: only functions are supported");
    const called = fieldsOf(call.function);
    const id = callId(call.id, maxIdLength);
    refuseUnless(!this.#open.has(id), `Duplicate tool call id: ${id}`);
    const name = functionName(called.name);
    this.#open.set(id, name);
    return { type: "tool-call", callId: id, name, input: argumentsOf(called.arguments) };
  }
}

function readDetail(sent: unknown): AssistantMessage["content"][number] {
  const { type, text, signature } = fieldsOf(sent);
  refuseUnless(type === "reasoning.text", `Unknown reasoning detail: ${String(type)}`);
  return {
    type: "reasoning",
    text: text === undefined ? "" : textField(text, "text"),
    signature: signature === undefined ? undefined : textField(signature, "signature"),
    origin: signature === undefined ? undefined : "openai-chat",
  };
}

function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [textField(content, "content")];
  return listOf(content).map((part) => textField(fieldsOf(part).text, "text"));
}

function partsOf(content: unknown): (TextPart | ImagePart)[] {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).map(fieldsOf);
  refuseUnless(parts.length > 0, "content: must not be empty");
  return parts.flatMap(readPart);
}

function readPart(part: Fields): (TextPart | ImagePart)[] {
  if (part.type === "image_url") return [dataUrlImage(fieldsOf(part.image_url).url)];
  refuseUnless(part.type === "text", `Invalid value: '${String(part.type)}'.`);
  const text = textField(part.text, "text");
  refuseUnless(text !== "" || part.cache_control === undefined, "cache_control cannot be set for empty text blocks");
  return text === "" ? [] : [{ type: "text", text }];
}

function countBreakpoints(body: Fields): number {
  return JSON.stringify(body).split('"cache_control":{"type":"ephemeral"}').length - 1;
}
