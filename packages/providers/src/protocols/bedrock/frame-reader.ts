import { crc32 } from "node:zlib";
import { HeaderMarshaller } from "@smithy/eventstream-codec";
import { fromUtf8, toUtf8 } from "@smithy/util-utf8";
import { badStream } from "../../http/http-errors.ts";

/** AWS's limit for one message. */
const maxFrameBytes = 24 * 1024 * 1024;
const sumBytes = 4;
/** Two lengths and their checksum. */
const preludeBytes = 8 + sumBytes;

export interface EventFrame {
  readonly headers: EventHeaders;
  readonly payload: string;
}

/** Reads the messages of AWS's event-stream framing, however the bytes are split. */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #headers = new HeaderReader();
  #received = 0;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #needed = preludeBytes;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The messages that this piece completes. Throws `ProviderError` `bad_stream`. */
  *read(piece: Uint8Array): Generator<EventFrame> {
    this.#received += piece.length;
    if (this.#received > this.#maxBytes) throw badStream(`the reply exceeds ${this.#maxBytes} bytes`);
    this.#pieces.push(piece);
    this.#length += piece.length;
    // Joined only when a message is complete: a large one that arrives in small pieces must not be copied each time.
    if (this.#length < this.#needed) return;
    let rest = Buffer.concat(this.#pieces);
    while (rest.length >= (this.#needed = frameLength(rest))) {
      yield this.#decode(rest.subarray(0, this.#needed));
      rest = rest.subarray(this.#needed);
    }
    this.#pieces = [rest];
    this.#length = rest.length;
  }

  #decode(frame: Buffer): EventFrame {
    const sumStart = frame.length - sumBytes;
    if (crc32(frame.subarray(0, sumStart)) !== frame.readUInt32BE(sumStart)) throw badStream("a message is damaged");
    const payloadStart = preludeBytes + frame.readUInt32BE(4);
    try {
      const headers = this.#headers.read(frame.subarray(preludeBytes, payloadStart));
      return { headers, payload: frame.toString("utf8", payloadStart, sumStart) };
    } catch {
      throw badStream("the headers of a message are damaged");
    }
  }
}

/** Checks the prelude's own checksum: with a wrong length we would wait for bytes that never arrive. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < preludeBytes) return preludeBytes;
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw badStream("it is not an AWS event stream");
  const length = bytes.readUInt32BE(0);
  const isPossible = length >= preludeBytes + sumBytes + bytes.readUInt32BE(4) && length <= maxFrameBytes;
  if (!isPossible) throw badStream(`a message declares ${length} bytes`);
  return length;
}

/** Headers with string values: `:message-type`, `:event-type`, `:exception-type`, … */
type EventHeaders = Readonly<Record<string, string>>;

/** Caches the last headers: almost all messages of a reply have the same. */
class HeaderReader {
  readonly #marshaller = new HeaderMarshaller(toUtf8, fromUtf8);
  #bytes: Buffer | undefined;
  #headers: EventHeaders = {};

  /** Throws the library's errors. */
  read(bytes: Buffer): EventHeaders {
    if (this.#bytes?.equals(bytes)) return this.#headers;
    const headers = this.#marshaller.parse(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    const texts = Object.entries(headers).flatMap(([name, { value }]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
    this.#headers = Object.fromEntries(texts);
    this.#bytes = Buffer.from(bytes);
    return this.#headers;
  }
}
