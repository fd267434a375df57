import { HeaderMarshaller } from "@smithy/eventstream-codec";
import { fromUtf8, toUtf8 } from "@smithy/util-utf8";

/** Headers with text as value: `:message-type`, `:event-type`, `:exception-type`, … */
export type EventHeaders = Readonly<Record<string, string>>;

/** Almost all messages of a reply have the same headers: they are read again only when they differ. */
export class HeaderReader {
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
