import { crc32 } from "node:zlib";
import { HeaderMarshaller } from "@smithy/eventstream-codec";
import { fromUtf8, toUtf8 } from "@smithy/util-utf8";
import { badStream } from "../../http/http-errors.ts";

/** What AWS allows one message to be. */
const maxFrameBytes = 24 * 1024 * 1024;
const sumBytes = 4;
/** Two lengths and their checksum. */
const preludeBytes = 8 + sumBytes;

export interface EventFrame {
  readonly headers: EventHeaders;
  readonly payload: string;
}

/** Finds the messages of AWS's event-stream framing, however the bytes are cut. */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #headers = new HeaderReader();
  #received = 0;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #wanted = preludeBytes;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The messages that this piece completes. Throws `ProviderError` `bad_stream`. */
  *read(piece: Uint8Array): Generator<EventFrame> {
    this.#received += piece.length;
    if (this.#received > this.#maxBytes) throw badStream(`the reply exceeds ${this.#maxBytes} bytes`);
    this.#pieces.push(piece);
    this.#length += piece.length;
    // Pieces are joined when enough are there: a large message that drips in must not be copied each time.
    if (this.#length < this.#wanted) return;
    let rest = Buffer.concat(this.#pieces);
    while (rest.length >= (this.#wanted = frameLength(rest))) {
      yield this.#decode(rest.subarray(0, this.#wanted));
      rest = rest.subarray(this.#wanted);
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

/** The prelude has a checksum of its own: a wrong length would have us wait for bytes that never come. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < preludeBytes) return preludeBytes;
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw badStream("it is no event stream of AWS");
  const length = bytes.readUInt32BE(0);
  const isPossible = length >= preludeBytes + sumBytes + bytes.readUInt32BE(4) && length <= maxFrameBytes;
  if (!isPossible) throw badStream(`a message claims to have ${length} bytes`);
  return length;
}

/** Headers with text as value: `:message-type`, `:event-type`, `:exception-type`, … */
type EventHeaders = Readonly<Record<string, string>>;

/** Almost all messages of a reply have the same headers: they are read again only when they differ. */
class HeaderReader {
  readonly #marshaller = new HeaderMarshaller(toUtf8, fromUtf8);
  #bytes: Buffer | undefined;
  #headers: EventHeaders = {};

  /** Throws whatever its library does. */
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
