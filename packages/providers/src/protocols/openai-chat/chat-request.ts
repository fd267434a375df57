import type { ModelRequest, OutputSchema, ToolDefinition } from "@roo-code/types";
import type { ChatDialect } from "../../catalog/provider-row.ts";
import type { Connection } from "../../connection.ts";
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { effortFor, isReasoningModel } from "../openai-models.ts";
import { toWireJson } from "../request-body.ts";
import { toJsonSchemaFormat } from "../strict-schema.ts";
import { toChatMessages } from "./chat-messages.ts";

/** Encodes requests as chat completions: settings, tools, then the messages. */
export class ChatRequestEncoder {
  readonly #conversations: ConversationEncoder;

  constructor(connection: Connection) {
    const dialect = connection.row.dialect ?? {};
    const head = toWireJson(chatSettings(connection, dialect)).slice(0, -1);
    this.#conversations = new ConversationEncoder({
      begin: (request) => `${head}${toolsField(request.tools)}${outputField(request.output, dialect)},"messages":[`,
      systemItem: (request) => systemMessage(request, dialect),
      toItems: (message) => toChatMessages(message, dialect),
      mark: cachesExplicitly(connection) ? withCacheControl : undefined,
    });
  }

  /** The pieces of the body. */
  encode(request: ModelRequest): readonly Buffer[] {
    return this.#conversations.encode(request);
  }
}

function toolsField(tools: readonly ToolDefinition[]): string {
  return tools.length > 0 ? `,"tools":${toWireJson(tools.map(toWireTool))}` : "";
}

function toWireTool({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

function outputField(output: OutputSchema | undefined, { lacksJsonSchema }: ChatDialect): string {
  if (!output) return "";
  const format = lacksJsonSchema
    ? { type: "json_object" }
    : { type: "json_schema", json_schema: toJsonSchemaFormat(output) };
  return `,"response_format":${toWireJson(format)}`;
}

function systemMessage({ systemPrompt, output }: ModelRequest, { lacksJsonSchema }: ChatDialect): object | undefined {
  const instructions =
    output && lacksJsonSchema ? `Reply with JSON of this schema only: ${toWireJson(output.schema)}` : "";
  const content = [systemPrompt, instructions].filter((text) => text !== "").join("\n\n");
  return content === "" ? undefined : { role: "system", content };
}

/** The fields that are the same in every request. */
export function chatSettings(connection: Connection, dialect: ChatDialect): object {
  const { model, maxTokens, temperature, settings } = connection;
  const isOpenAi = dialect.maxTokensName !== undefined && isOwnServer(connection);
  // OpenAI's reasoning models reject a temperature.
  const takesTemperature = !isOpenAi || isReasoningModel(model) !== true;
  return {
    model,
    stream: true,
    stream_options: dialect.refusesStreamOptions ? undefined : { include_usage: true },
    usage: dialect.reportsCost ? { include: true } : undefined,
    [isOpenAi ? "max_completion_tokens" : "max_tokens"]: maxTokens,
    temperature: takesTemperature ? temperature : undefined,
    ...reasoningFields(connection, { dialect, isOpenAi }),
    service_tier: settings.serviceTier || undefined,
  };
}

/** At another URL, a row is a compatible server that may support only the common names. */
function isOwnServer({ row, baseUrl }: Connection): boolean {
  return row.baseUrl === undefined || baseUrl?.host === new URL(row.baseUrl).host;
}

function reasoningFields(
  { model, settings }: Connection,
  { dialect, isOpenAi }: { dialect: ChatDialect; isOpenAi: boolean },
): object {
  const { reasoningEffort: effort, maxThinkingTokens } = settings;
  if (dialect.reasoningField === "none") return {};
  if (dialect.reasoningField === "object") {
    // A budget and an effort at once are rejected.
    if (maxThinkingTokens !== undefined) return { reasoning: { max_tokens: maxThinkingTokens } };
    return effort === undefined ? {} : { reasoning: { effort } };
  }
  if (effort === undefined || (isOpenAi && isReasoningModel(model) === false)) return {};
  return { reasoning_effort: isOpenAi ? effortFor(model, effort) : effort };
}

const cacheControl = { type: "ephemeral" };

/** Claude behind a gateway needs explicit breakpoints; other models cache automatically. */
function cachesExplicitly({ row, model, settings }: Connection): boolean {
  const isClaude = model.startsWith("anthropic/") || model.toLowerCase().includes("claude");
  return isClaude && row.dialect?.passesCacheControl === true && settings.promptCache !== false;
}

/** The message with a breakpoint at its end; undefined for the model's own, and for one without content. */
export function withCacheControl(message: object): object | undefined {
  const { role, content } = recordOf(message);
  if (role === "assistant") return undefined;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).filter(isRecord);
  const last = parts.at(-1);
  if (!last || !canHaveBreakpoint(last)) return undefined;
  return { ...message, content: [...parts.slice(0, -1), { ...last, cache_control: cacheControl }] };
}

/** A breakpoint on empty text is rejected. */
function canHaveBreakpoint(part: JsonRecord): boolean {
  return part.type !== "text" || textOf(part.text) !== undefined;
}
