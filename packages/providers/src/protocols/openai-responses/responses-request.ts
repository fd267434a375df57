import type { ModelRequest, ToolDefinition } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { effortFor, isReasoningModel } from "../openai-models.ts";
import { toJsonSchemaFormat } from "../strict-schema.ts";
import { toWireJson } from "../wire-json.ts";
import { toInputItems } from "./input-items.ts";

/** Encodes requests as responses that the server does not keep: settings, tools, instructions, then the items. */
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
      // Requests of one task go to the machine that has its beginning in the cache.
      ...(settings.promptCache !== false && { prompt_cache_key: metadata.taskId }),
      ...(output && { text: { format: { type: "json_schema", ...toJsonSchemaFormat(output) } } }),
      ...(tools.length > 0 && { tools: tools.map(toWireTool), parallel_tool_calls: true }),
      ...(systemPrompt !== "" && { instructions: systemPrompt }),
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
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...(temperature !== undefined && isReasoning !== true && { temperature }),
    ...thoughtFields(model, settings.reasoningEffort),
    ...(settings.serviceTier && { service_tier: settings.serviceTier }),
  };
}

/** A model that does not think refuses all of these; one whose name says nothing thinks if the person says so. */
function thoughtFields(model: string, effort: Connection["settings"]["reasoningEffort"]): object {
  const isReasoning = isReasoningModel(model);
  if (isReasoning === false || (isReasoning === undefined && effort === undefined)) return {};
  return {
    reasoning: { ...(effort && { effort: effortFor(model, effort) }), summary: "auto" },
    include: ["reasoning.encrypted_content"],
  };
}

/** Strict by default, which refuses tools with optional arguments. */
function toWireTool({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", name, description, parameters: inputSchema, strict: false };
}
