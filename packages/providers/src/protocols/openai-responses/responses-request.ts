import type {
  AssistantMessage,
  ImagePart,
  Message,
  ModelRequest,
  TextPart,
  ToolCallPart,
  ToolDefinition,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { effortFor, isReasoningModel } from "../openai-models.ts";
import { toWireJson } from "../request-body.ts";
import { toJsonSchemaFormat } from "../strict-schema.ts";
import { toReasoningItem } from "./reasoning-item.ts";

/** Encodes requests for responses that the server does not store: settings, tools, instructions, then the items. */
export class ResponsesRequestEncoder {
  readonly #connection: Connection;
  readonly #conversations: ConversationEncoder;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#conversations = new ConversationEncoder({
      begin: (request) => this.#begin(request),
      toItems: toInputItems,
    });
  }

  /** The pieces of the body. */
  encode(request: ModelRequest): readonly Buffer[] {
    return this.#conversations.encode(request);
  }

  #begin({ systemPrompt, tools, output, metadata }: ModelRequest): string {
    const { settings } = this.#connection;
    const fields = {
      ...settingsOf(this.#connection),
      // Routes the requests of one task to the machine with its cache.
      prompt_cache_key: settings.promptCache === false ? undefined : metadata.taskId,
      text: output && { format: { type: "json_schema", ...toJsonSchemaFormat(output) } },
      tools: tools.length > 0 ? tools.map(toWireTool) : undefined,
      parallel_tool_calls: tools.length > 0 || undefined,
      instructions: systemPrompt || undefined,
    };
    return `${toWireJson(fields).slice(0, -1)},"input":[`;
  }
}

function settingsOf({ model, maxTokens, temperature, settings }: Connection): object {
  const isReasoning = isReasoningModel(model);
  return {
    model,
    stream: true,
    store: false,
    max_output_tokens: maxTokens,
    temperature: isReasoning === true ? undefined : temperature,
    ...reasoningFields(model, settings.reasoningEffort),
    service_tier: settings.serviceTier || undefined,
  };
}

/** Models without reasoning reject these; for unknown names the setting decides. */
function reasoningFields(model: string, effort: Connection["settings"]["reasoningEffort"]): object {
  const isReasoning = isReasoningModel(model);
  if (isReasoning === false || (isReasoning === undefined && effort === undefined)) return {};
  return {
    reasoning: { effort: effort && effortFor(model, effort), summary: "auto" },
    include: ["reasoning.encrypted_content"],
  };
}

/** The default is strict, which rejects tools with optional arguments. */
function toWireTool({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", name, description, parameters: inputSchema, strict: false };
}

/** The items for one message. */
function toInputItems(message: Message): object[] {
  switch (message.role) {
    case "user":
      return fromUser(message);
    case "assistant":
      return fromAssistant(message);
    case "tool":
      return fromTools(message);
  }
}

function fromUser({ content }: UserMessage): object[] {
  const parts = content.flatMap(toInputPart);
  return parts.length > 0 ? [{ type: "message", role: "user", content: parts }] : [];
}

function toInputPart(part: TextPart | ImagePart): object[] {
  if (part.type === "text") return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
  return [{ type: "input_image", detail: "auto", image_url: `data:${part.mediaType};base64,${part.data}` }];
}

/** In order: the server pairs reasoning with the next item, and rejects reasoning at the end. */
function fromAssistant({ content }: AssistantMessage): object[] {
  const last = content.findLastIndex((part) => (part.type === "text" ? part.text !== "" : part.type === "tool-call"));
  return content.slice(0, last + 1).flatMap((part) => {
    if (part.type === "reasoning") return toReasoningItem(part) ?? [];
    if (part.type === "tool-call") return toCallItem(part);
    if (part.type === "image" || part.text === "") return [];
    return { type: "message", role: "assistant", content: part.text };
  });
}

function toCallItem({ callId, name, input, malformed }: ToolCallPart): object {
  return {
    type: "function_call",
    call_id: callId,
    name: toWireName(name),
    // Malformed arguments would be rejected every time the history is sent.
    arguments: malformed === undefined ? toWireJson(input) : "{}",
  };
}

/** A name that the model invented may contain anything; the server rejects all but these characters. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

function fromTools({ content }: ToolMessage): object[] {
  return content.map((result) => ({ type: "function_call_output", call_id: result.callId, output: toOutput(result) }));
}

/** A plain string unless there are images. */
function toOutput({ content, images = [] }: ToolResultPart): string | object[] {
  if (images.length === 0) return content;
  return [{ type: "text" as const, text: content }, ...images].flatMap(toInputPart);
}
