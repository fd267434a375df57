import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ProviderErrorCode, RooError, systemErrorCode } from "@roo-code/types";
import { isRecord, parseJson } from "../json-value.ts";

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

export interface Recording {
  readonly file: string;
  readonly request: RecordedRequest;
  /** All after the request. */
  readonly answer: readonly RecordedLine[];
}

/** The recordings of a folder in the order they were made. Throws `RooError` `bad_recording`. */
export function readRecordings(folder: string): Recording[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    return names.toSorted().map((name) => toRecording(name, readFileSync(join(folder, name), "utf8")));
  } catch (error) {
    if (error instanceof RooError) throw error;
    const message = `The recordings in ${folder} cannot be read: ${systemErrorCode(error) ?? String(error)}.`;
    throw new RooError({ code: "bad_recording", message, next: "Set ROO_REPLAY to a folder made with ROO_RECORD." });
  }
}

function toRecording(file: string, text: string): Recording {
  const lines = text.trimEnd().split("\n").map(parseJson);
  const wrong = lines.findIndex((line, index) => !isLine(line) || (line.type === "request") !== (index === 0));
  const [request, ...answer] = lines.filter(isLine);
  if (wrong < 0 && request?.type === "request") return { file, request, answer };
  const message = `${file} is no recording: line ${wrong + 1} cannot be read.`;
  throw new RooError({ code: "bad_recording", message, next: "Take it out of the folder, or record it again." });
}

/** Only what the reader would trip over is looked at: the file is ours. */
function isLine(line: unknown): line is RecordedLine {
  if (!isRecord(line)) return false;
  switch (line.type) {
    case "request":
      return typeof line.method === "string" && typeof line.url === "string";
    case "response":
      return typeof line.status === "number" && isRecord(line.headers);
    case "bytes":
      return typeof line.text === "string" || typeof line.base64 === "string";
    case "end":
      return line.how === "complete" || line.how === "left" || typeof line.code === "string";
    default:
      return false;
  }
}
