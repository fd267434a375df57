import { crc32 } from "node:zlib";
import { ProviderError } from "@roo-code/types";
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { fromUtf8, toUtf8 } from "@smithy/util-utf8";

/** What AWS allows one message to be. */
const mostFrameBytes = 24 * 1024 * 1024;
/** Two lengths and their checksum. */
const preludeBytes = 12;

export interface EventFrame {
  /** Those with text as value: `:message-type`, `:event-type`, `:exception-type`, … */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** The messages of AWS's event-stream framing, however the bytes are cut. Throws `ProviderError` `bad_stream`. */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<EventFrame> {
  const codec = new EventStreamCodec(toUtf8, fromUtf8);
  let received = 0;
  let pieces: Uint8Array[] = [];
  let length = 0;
  let wanted = preludeBytes;
  for await (const piece of bytes) {
    received += piece.length;
    if (received > maxBytes) throw badStream(`the reply exceeds ${maxBytes} bytes`);
    pieces.push(piece);
    length += piece.length;
    // Pieces are joined when enough are there: a large message that drips in must not be copied each time.
    if (length < wanted) continue;
    let rest = Buffer.concat(pieces);
    while (rest.length >= (wanted = frameLength(rest))) {
      yield decodeFrame(codec, rest.subarray(0, wanted));
      rest = rest.subarray(wanted);
    }
    pieces = [rest];
    length = rest.length;
  }
}

/** The prelude has a checksum of its own: a wrong length would have us wait for bytes that never come. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < preludeBytes) return preludeBytes;
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw badStream("it is no event stream of AWS");
  const length = bytes.readUInt32BE(0);
  if (length < preludeBytes + 4 || length > mostFrameBytes) throw badStream(`a message claims to have ${length} bytes`);
  return length;
}

function decodeFrame(codec: EventStreamCodec, bytes: Buffer): EventFrame {
  try {
    const { headers, body } = codec.decode(bytes);
    const texts: Record<string, string> = {};
    for (const name in headers) {
      const value = headers[name]?.value;
      if (typeof value === "string") texts[name] = value;
    }
    return { headers: texts, payload: toUtf8(body) };
  } catch {
    throw badStream("a message is damaged");
  }
}

export function badStream(message: string): ProviderError {
  return new ProviderError({ code: "bad_stream", message: `The provider sent what nobody can read: ${message}.` });
}
