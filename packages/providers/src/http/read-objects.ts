import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isRecord, type JsonRecord, parseJson } from "../json-value.ts";
import type { Quote } from "../redact.ts";
import { badStream, webPage } from "./http-errors.ts";

/** Far beyond any real event: bounds a line that never ends. */
const maxEventCharacters = 16 * 1024 * 1024;

/** One object of a reply with its text; `done` is the marker after the last. */
export type WireObject =
  | { readonly type: "object"; readonly value: JsonRecord; readonly text: string; readonly isError: boolean }
  | { readonly type: "done" };

/**
 * The objects of a reply: server-sent events, or one JSON document from servers that do not stream.
 * Throws `ProviderError` `bad_stream` for anything else.
 */
export async function* readObjects(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, quote }: { maxBytes: number; quote: Quote },
): AsyncGenerator<WireObject> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: (message) => messages.push(message),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw badStream("one event is too large");
    },
  });

  let form: "events" | "document" | undefined;
  let document = "";
  for await (const text of decodeText(bytes, maxBytes)) {
    form ??= formOf(text, quote);
    if (form === "document") document += text;
    if (form !== "events") continue;
    parser.feed(text);
    for (const message of messages.splice(0)) yield toEvent(message, quote);
  }
  if (form === "document") yield toEvent({ data: document }, quote);
  if (form !== "events") return;
  // Some servers omit the empty line after the last event. A truncated event is not valid JSON and is ignored.
  parser.feed("\n\n");
  for (const message of messages) if (isComplete(message)) yield toEvent(message, quote);
}

/** A code point may arrive in two pieces. */
async function* decodeText(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let received = 0;
  for await (const piece of bytes) {
    received += piece.length;
    if (received > maxBytes) throw badStream(`the reply exceeds ${maxBytes} bytes`);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

/** By the first character: a field name, a comment, or an object. */
function formOf(text: string, quote: Quote): "events" | "document" | undefined {
  const first = text.trimStart().at(0);
  if (first === undefined) return undefined;
  if (first === "{") return "document";
  if (":deir".includes(first)) return "events";
  if (/^\s*<(!doctype|html|head|body)\b/i.test(text)) throw webPage();
  throw badStream(`the reply is not an event stream: ${quote(text, 200)}`);
}

function toEvent(message: EventSourceMessage, quote: Quote): WireObject {
  const text = message.data;
  if (text.trim() === "[DONE]") return { type: "done" };
  const value = parseJson(text);
  if (!isRecord(value)) throw badStream(`an event is not a JSON object: ${quote(text, 200)}`);
  return { type: "object", value, text, isError: message.event === "error" };
}

function isComplete({ data }: EventSourceMessage): boolean {
  return data.trim() === "[DONE]" || isRecord(parseJson(data));
}
