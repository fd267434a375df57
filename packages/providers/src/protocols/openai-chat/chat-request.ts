import type { ModelRequest, OutputSchema, ToolDefinition } from "@roo-code/types";
import type { ChatDialect } from "../../catalog/provider-row.ts";
import type { Connection } from "../../connection.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { toWireJson } from "../request-body.ts";
import { toJsonSchemaFormat } from "../strict-schema.ts";
import { cachesExplicitly, withCacheControl } from "./cache-control.ts";
import { toChatMessages } from "./chat-messages.ts";
import { chatSettings } from "./chat-settings.ts";

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
