import type {
  AssistantMessage,
  ImagePart,
  Message,
  ModelRequest,
  ToolDefinition,
  ToolMessage,
  UserMessage,
} from "@roo-code/types";
import type { ChatDialect } from "../catalog/provider-row.ts";
import type { Connection } from "../connection.ts";
import { GrowingBytes } from "./growing-bytes.ts";

/** What of one conversation has been encoded. */
interface Encoded {
  readonly bytes: GrowingBytes;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  hasItems: boolean;
  count: number;
  last: Message | undefined;
}

const end = Buffer.from("]}");

/**
 * Encodes requests so that each begins with the bytes of the one before it, up to the end of its messages: vendors
 * cache by prefix. A message is encoded once and never looked at again, so it must not be changed afterwards.
 */
export class ChatRequestEncoder {
  readonly #head: string;
  readonly #dialect: ChatDialect;
  readonly #conversations = new WeakMap<readonly Message[], Encoded>();

  constructor(connection: Connection) {
    this.#dialect = connection.row.dialect ?? {};
    this.#head = toJson(settingsOf(connection, this.#dialect)).slice(0, -1);
  }

  /** The pieces of the body. Long histories are neither encoded nor copied again as long as they only grow. */
  encode(request: ModelRequest): readonly Buffer[] {
    const known = this.#conversations.get(request.messages);
    const encoded = known && continues(known, request) ? known : this.#begin(request);
    for (const message of request.messages.slice(encoded.count)) {
      for (const item of toWireMessages(message, this.#dialect)) this.#add(encoded, item);
      encoded.count += 1;
      encoded.last = message;
    }
    return [encoded.bytes.view(), end];
  }

  #begin({ systemPrompt, tools, messages }: ModelRequest): Encoded {
    const encoded: Encoded = {
      bytes: new GrowingBytes(),
      systemPrompt,
      tools,
      hasItems: systemPrompt !== "",
      count: 0,
      last: undefined,
    };
    encoded.bytes.append(this.#head);
    if (tools.length > 0) encoded.bytes.append(`,"tools":${toJson(tools.map(toWireTool))}`);
    encoded.bytes.append(',"messages":[');
    if (systemPrompt !== "") encoded.bytes.append(toJson({ role: "system", content: systemPrompt }));
    this.#conversations.set(messages, encoded);
    return encoded;
  }

  #add(encoded: Encoded, item: object): void {
    encoded.bytes.append(encoded.hasItems ? `,${toJson(item)}` : toJson(item));
    encoded.hasItems = true;
  }
}

function continues({ systemPrompt, tools, count, last }: Encoded, request: ModelRequest): boolean {
  return (
    systemPrompt === request.systemPrompt &&
    tools === request.tools &&
    count <= request.messages.length &&
    request.messages[count - 1] === last
  );
}

function settingsOf({ model, maxTokens, temperature, baseUrl, row }: Connection, dialect: ChatDialect): object {
  // Behind another address than its own, a row is some compatible server that may know only the common name.
  const isOwnServer = row.baseUrl !== undefined && baseUrl?.host === new URL(row.baseUrl).host;
  const maxTokensName = (isOwnServer && dialect.maxTokensName) || "max_tokens";
  return {
    model,
    stream: true,
    ...(!dialect.refusesStreamOptions && { stream_options: { include_usage: true } }),
    ...(maxTokens !== undefined && { [maxTokensName]: maxTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** Half a surrogate pair (text cut by length) is no Unicode: servers refuse the request, and then every later one. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? item.toWellFormed() : item));
}

function toWireTool({ name, description, inputSchema }: ToolDefinition): object {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

function toWireMessages(message: Message, dialect: ChatDialect): object[] {
  switch (message.role) {
    case "user":
      return [toWireUser(message)];
    case "assistant":
      return [toWireAssistant(message, dialect)];
    case "tool":
      return toWireResults(message, dialect);
  }
}

/** A plain string unless there are images: not every server takes parts. */
function toWireUser({ content }: UserMessage): object {
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : []));
  if (texts.length === content.length) return { role: "user", content: texts.join("\n\n") };
  return { role: "user", content: content.map((part) => (part.type === "text" ? part : toWireImage(part))) };
}

function toWireImage({ mediaType, data }: ImagePart): object {
  return { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } };
}

function toWireAssistant({ content }: AssistantMessage, dialect: ChatDialect): object {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const reasoning = content.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call"
      ? {
          id: toWireId(part.callId, dialect),
          type: "function",
          // What was malformed once would be refused every time the history is sent.
          function: {
            name: toWireName(part.name),
            arguments: part.malformed === undefined ? toJson(part.input) : "{}",
          },
        }
      : [],
  );
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(dialect.wantsReasoningBack && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Results carry text only; their images follow in the name of the user. */
function toWireResults({ content }: ToolMessage, dialect: ChatDialect): object[] {
  const results = content.map((result) => ({
    role: "tool",
    tool_call_id: toWireId(result.callId, dialect),
    content: result.content,
  }));
  const images = content.flatMap(({ name, images: shown = [] }) =>
    shown.length > 0 ? [{ type: "text", text: `Images from ${name}:` }, ...shown.map(toWireImage)] : [],
  );
  return images.length > 0 ? [...results, { role: "user", content: images }] : results;
}

/** A name the model made up may hold anything; servers refuse all but these characters. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

function toWireId(callId: string, { wantsShortCallIds }: ChatDialect): string {
  if (!wantsShortCallIds || /^[A-Za-z0-9]{9}$/.test(callId)) return callId;
  let hash = 0xcbf29ce484222325n;
  for (const character of callId) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(9, "0").slice(-9);
}
