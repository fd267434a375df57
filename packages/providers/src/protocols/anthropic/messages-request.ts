import type { ModelRequest, OutputSchema, ToolDefinition } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { SentConversations, toWireJson } from "../request-body.ts";
import {
  claudeVersion,
  isOfficialServer,
  isOnVertex,
  originOf,
  takesForcedTool,
  takesTemperature,
} from "./claude-model.ts";
import { toReplySchema } from "./reply-schema.ts";
import { type Thinking, thinkingFor, withoutThinking } from "./thinking.ts";
import { TurnWriter } from "./turn-writer.ts";

const ephemeral = { cache_control: { type: "ephemeral" } };

/** Encodes requests so that each begins with the previous one: the vendor caches by prefix. */
export class MessagesRequestEncoder {
  readonly #connection: Connection;
  readonly #thinking: Thinking;
  readonly #caches: boolean;
  readonly #conversations = new SentConversations<TurnWriter>({
    begin: (request) => new TurnWriter({ head: this.#headOf(request), origin: originOf(this.#connection) }),
    add: (turns, message) => turns.add(message),
  });

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#thinking = thinkingFor(connection);
    this.#caches = connection.settings.promptCache !== false;
  }

  encode(request: ModelRequest): readonly Buffer[] {
    return this.#conversations.write(request).pieces(this.#caches);
  }

  /** Settings, tools and system prompt: the most stable parts come first. */
  #headOf(request: ModelRequest): string {
    const forced = forcedTool(this.#connection, request);
    const tools = this.#toolsOf(forced ? [...request.tools, forced] : request.tools);
    const system = { type: "text", text: request.systemPrompt, ...(this.#caches && ephemeral) };
    const head = toWireJson({
      ...this.#settingsOf(request.output, forced),
      tools: tools.length > 0 ? tools : undefined,
      system: request.systemPrompt.trim() === "" ? undefined : [system],
    });
    return `${head.slice(0, -1)},"messages":[`;
  }

  #settingsOf(output: OutputSchema | undefined, forced: ToolDefinition | undefined): object {
    const { model, temperature, settings } = this.#connection;
    const { maxTokens, thinking, effort } = forced ? withoutThinking(this.#connection) : this.#thinking;
    const format = output && !forced ? { type: "json_schema", schema: toReplySchema(output.schema) } : undefined;
    const sendsTemperature = temperature !== undefined && !thinking && takesTemperature(claudeVersion(model));
    return {
      ...(isOnVertex(this.#connection) ? { anthropic_version: "vertex-2023-10-16" } : { model }),
      max_tokens: maxTokens,
      stream: true,
      temperature: sendsTemperature ? Math.min(temperature, 1) : undefined,
      thinking,
      output_config: effort || format ? { effort, format } : undefined,
      service_tier: settings.serviceTier || undefined,
      tool_choice: forced && { type: "tool", name: forced.name, disable_parallel_tool_use: true },
    };
  }

  #toolsOf(tools: readonly ToolDefinition[]): object[] {
    // Streams long arguments instead of sending each when it is complete.
    const isEager = isOfficialServer(this.#connection);
    return tools.map(({ name, description, inputSchema }, index) => ({
      name,
      description: description || undefined,
      input_schema: toInputSchema(inputSchema),
      eager_input_streaming: isEager || undefined,
      ...(this.#caches && index === tools.length - 1 && ephemeral),
    }));
  }
}

const alternatives: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf"]);

/** Alternatives at the top level would be rejected with the whole request; the tool checks its input anyway. */
function toInputSchema(schema: ToolDefinition["inputSchema"]): object {
  const supported = Object.entries(schema).filter(([keyword]) => !alternatives.has(keyword));
  return { type: "object", ...Object.fromEntries(supported) };
}

/** The tool whose input is the reply; undefined without an output schema, or if the model accepts a schema. */
export function forcedTool({ model }: Connection, request: ModelRequest): ToolDefinition | undefined {
  const { output } = request;
  if (!output || !takesForcedTool(claudeVersion(model))) return undefined;
  return { name: outputToolName(request, output), description: "Gives the reply.", inputSchema: output.schema };
}

/** A name for the forced tool that no other tool has. */
function outputToolName({ tools }: ModelRequest, { name }: OutputSchema): string {
  return tools.some((tool) => tool.name === name) ? `${name}_reply` : name;
}
