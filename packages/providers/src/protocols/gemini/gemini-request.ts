import type { Message, ModelRequest, OutputSchema, ToolCallPart, ToolDefinition } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { recordOf } from "../../json-value.ts";
import { GrowingBytes, SentConversations, toWireJson } from "../request-body.ts";
import { gemini3, isAtLeast, toThinkingConfig } from "./gemini-model.ts";
import { dialectOf, type PartDialect, toModelParts, toResultParts, toUserParts, toWireName } from "./gemini-parts.ts";
import { reduceSchema } from "./gemini-schema.ts";

/** The encoded part of one conversation. Its last content is not closed: the next turn of the same role is added to it. */
interface Encoded {
  readonly bytes: GrowingBytes;
  role: "user" | "model" | undefined;
  /** Calls whose results must come next. */
  calls: readonly ToolCallPart[];
}

const endOfContents = Buffer.from("]}");
const endOfContent = Buffer.from("]}]}");

/**
 * Encodes requests so that each begins with the bytes of the previous one, up to the end of its messages: the vendor
 * caches by prefix.
 */
export class GeminiRequestEncoder {
  readonly #connection: Connection;
  readonly #dialect: PartDialect;
  readonly #conversations = new SentConversations<Encoded>({
    begin: (request) => this.#begin(request),
    add: (encoded, message) => this.#add(encoded, message),
  });

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#dialect = dialectOf(connection.model, connection.row.auth === "google");
  }

  /** The pieces of the body. A history that only grows is neither encoded nor copied again. */
  encode(request: ModelRequest): readonly Buffer[] {
    const { bytes, role } = this.#conversations.write(request);
    return [bytes.view(), role === undefined ? endOfContents : endOfContent];
  }

  #begin(request: ModelRequest): Encoded {
    const bytes = new GrowingBytes();
    const head = toWireJson(headOf(this.#connection, request)).slice(0, -1);
    bytes.append(`${head}${head === "{" ? "" : ","}"contents":[`);
    return { bytes, role: undefined, calls: [] };
  }

  #add(encoded: Encoded, message: Message): void {
    const answers = message.role === "tool" ? message.content : [];
    append(encoded, "user", toResultParts(encoded.calls, answers, this.#dialect));
    encoded.calls = [];
    if (message.role === "user") append(encoded, "user", toUserParts(message));
    if (message.role !== "assistant") return;
    const parts = toModelParts(message, this.#dialect);
    // The first content must be the user's.
    if (encoded.role === undefined && parts.length > 0)
      append(encoded, "user", [{ text: "(earlier messages omitted)" }]);
    append(encoded, "model", parts);
    encoded.calls = message.content.filter((part) => part.type === "tool-call");
  }
}

/** Roles must alternate: consecutive parts of the same role go into the same content. */
function append(encoded: Encoded, role: "user" | "model", parts: readonly object[]): void {
  if (parts.length === 0) return;
  const json = parts.map(toWireJson).join(",");
  const before = encoded.role === undefined ? "" : "]},";
  encoded.bytes.append(encoded.role === role ? `,${json}` : `${before}{"role":"${role}","parts":[${json}`);
  encoded.role = role;
}

function headOf(connection: Connection, { systemPrompt, tools, output }: ModelRequest): object {
  const { model, row, settings } = connection;
  // Before Gemini 3, JSON output cannot be combined with tools: then the schema goes into the system prompt.
  const isForced = output !== undefined && (tools.length === 0 || isAtLeast(model, gemini3));
  const system = [systemPrompt, ...(output && !isForced ? [outputInstructions(output)] : [])].filter(
    (text) => text !== "",
  );
  const generationConfig = configOf(connection, isForced ? output : undefined);
  const tier = row.auth === "google" ? undefined : settings.serviceTier;
  return {
    service_tier: tier || undefined,
    generationConfig: Object.keys(generationConfig).length > 0 ? generationConfig : undefined,
    tools: tools.length > 0 ? [{ functionDeclarations: tools.map(toDeclaration) }] : undefined,
    systemInstruction: system.length > 0 ? { parts: [{ text: system.join("\n\n") }] } : undefined,
  };
}

function configOf({ model, maxTokens, temperature, settings }: Connection, output: OutputSchema | undefined): object {
  const thinkingConfig = toThinkingConfig(model, settings);
  return {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(thinkingConfig && { thinkingConfig }),
    ...(output && { responseMimeType: "application/json", responseJsonSchema: reduceSchema(output.schema) }),
  };
}

function outputInstructions({ schema }: OutputSchema): string {
  return `Your final reply must be a JSON document of this schema, without any text around it:\n${JSON.stringify(schema)}`;
}

/** An object without properties is rejected; a function without parameters is not. */
function toDeclaration({ name, description, inputSchema }: ToolDefinition): object {
  const schema = reduceSchema(inputSchema);
  const isEmpty = Object.keys(recordOf(schema.properties)).length === 0;
  return { name: toWireName(name), description, parametersJsonSchema: isEmpty ? undefined : schema };
}
