import type { ProviderErrorCode } from "@roo-code/types";

/** One line of a recording. The first is the request, the last the end; bytes come in the pieces they arrived in. */
export type RecordedLine =
  | RecordedRequest
  | { readonly type: "response"; readonly status: number; readonly headers: RecordedHeaders }
  | { readonly type: "bytes"; readonly text: string }
  | { readonly type: "bytes"; readonly base64: string }
  | RecordedEnd;

/** Without keys and cookies. */
export type RecordedHeaders = Readonly<Record<string, string | string[]>>;

export interface RecordedRequest {
  readonly type: "request";
  readonly method: string;
  readonly url: string;
  readonly headers: RecordedHeaders;
  /** Parsed if it is JSON, else as text. */
  readonly body: unknown;
}

/** `left`: who asked had read enough. A failure without a response before it is one of the connection. */
export type RecordedEnd =
  | { readonly type: "end"; readonly how: "complete" | "left" }
  | { readonly type: "end"; readonly how: "failed"; readonly code: ProviderErrorCode; readonly message: string };

/** What a person can read stays text; anything else, half a code point among it, is base64. */
export function toBytesLine(bytes: Buffer): RecordedLine {
  const text = bytes.toString("utf8");
  const isText = !/[^\P{Cc}\t\n\r]/u.test(text) && Buffer.from(text).equals(bytes);
  return isText ? { type: "bytes", text } : { type: "bytes", base64: bytes.toString("base64") };
}
