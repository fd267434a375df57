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

/**
 * Encodes requests so that each begins with the bytes of the one before it, up to the end of its messages: vendors
 * cache by prefix. A message or tool is encoded once and never looked at again, so it must not be changed afterwards.
 */
export class ChatRequestEncoder {
  readonly #head: string;
  readonly #dialect: ChatDialect;
  readonly #messages = new WeakMap<Message, Buffer>();
  readonly #tools = new WeakMap<ToolDefinition, Buffer>();

  constructor(connection: Connection) {
    this.#dialect = connection.row.dialect ?? {};
    this.#head = toJson(settingsOf(connection, this.#dialect)).slice(0, -1);
  }

  encode({ systemPrompt, messages, tools }: ModelRequest): Buffer {
    const encodedTools = tools.map((tool) => remember(this.#tools, tool, () => [toWireTool(tool)]));
    const encodedMessages = messages.map((message) =>
      remember(this.#messages, message, () => toWireMessages(message, this.#dialect)),
    );
    const system = systemPrompt === "" ? [] : [encodeList([{ role: "system", content: systemPrompt }])];
    return Buffer.concat([
      Buffer.from(this.#head),
      ...(tools.length > 0 ? [Buffer.from(',"tools":['), ...joined(encodedTools), Buffer.from("]")] : []),
      Buffer.from(',"messages":['),
      ...joined([...system, ...encodedMessages]),
      Buffer.from("]}"),
    ]);
  }
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

function remember<Key extends object>(cache: WeakMap<Key, Buffer>, key: Key, encode: () => object[]): Buffer {
  const known = cache.get(key);
  if (known) return known;
  const encoded = encodeList(encode());
  cache.set(key, encoded);
  return encoded;
}

/** Each item with a comma before it. */
function encodeList(items: readonly object[]): Buffer {
  return Buffer.from(items.map((item) => `,${toJson(item)}`).join(""));
}

function joined(lists: readonly Buffer[]): Buffer[] {
  const [first, ...rest] = lists.filter((list) => list.length > 0);
  return first ? [first.subarray(1), ...rest] : [];
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
