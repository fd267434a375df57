import { badStream } from "../../http/http-errors.ts";
import { isRecord, type JsonRecord, parseJson } from "../../json-value.ts";
import type { Quote } from "../../redact.ts";

/** Far beyond any real line: bounds a line that never ends. */
const maxLineCharacters = 16 * 1024 * 1024;

/**
 * The objects of a reply, one per line. A last line without a line break counts if it is complete. Throws
 * `ProviderError` `bad_stream` for a line that is not an object.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, quote }: { maxBytes: number; quote: Quote },
): AsyncGenerator<JsonRecord> {
  const decoder = new TextDecoder();
  let received = 0;
  let rest = "";
  for await (const piece of bytes) {
    received += piece.length;
    if (received > maxBytes) throw badStream(`the reply exceeds ${maxBytes} bytes`);
    const lines = decoder.decode(piece, { stream: true }).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineCharacters) throw badStream("one line is too large");
    for (const line of lines) if (line.trim() !== "") yield toObject(line, quote);
  }
  const line = rest + decoder.decode();
  const last = parseJson(line);
  if (isRecord(last)) yield last;
  // A truncated object is ignored; anything else is an error, such as a web page.
  else if (/^\s*[^\s{]/.test(line)) yield toObject(line, quote);
}

function toObject(line: string, quote: Quote): JsonRecord {
  const value = parseJson(line);
  if (isRecord(value)) return value;
  throw badStream(`a line is not a JSON object: ${quote(line, 200)}`);
}
