import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ProviderErrorCode, RooError, systemErrorCode } from "@roo-code/types";
import { isRecord, parseJson } from "../json-value.ts";

/** One line of a recording. The first is the request, the last the end; bytes are in the pieces in which they arrived. */
export type RecordedLine =
  | RecordedRequest
  | { readonly type: "response"; readonly status: number; readonly headers: RecordedHeaders }
  | { readonly type: "bytes"; readonly text: string }
  | { readonly type: "bytes"; readonly base64: string }
  | RecordedEnd;

/** Without secrets and cookies. */
export type RecordedHeaders = Readonly<Record<string, string | string[]>>;

export interface RecordedRequest {
  readonly type: "request";
  readonly method: string;
  readonly url: string;
  readonly headers: RecordedHeaders;
  /** Parsed if it is JSON, else text. */
  readonly body: unknown;
}

/** `left`: the reader stopped early. A failure without a response is a failure of the connection. */
export type RecordedEnd =
  | { readonly type: "end"; readonly how: "complete" | "left" }
  | { readonly type: "end"; readonly how: "failed"; readonly code: ProviderErrorCode; readonly message: string };

/** Readable text stays text; anything else, such as half a code point, is base64. */
export function toBytesLine(bytes: Buffer): RecordedLine {
  const text = bytes.toString("utf8");
  const isText = !/[^\P{Cc}\t\n\r]/u.test(text) && Buffer.from(text).equals(bytes);
  return isText ? { type: "bytes", text } : { type: "bytes", base64: bytes.toString("base64") };
}

export interface Recording {
  readonly file: string;
  readonly request: RecordedRequest;
  /** The lines after the request. */
  readonly answer: readonly RecordedLine[];
}

/** The recordings of a folder, oldest first. Throws `RooError` `bad_recording`. */
export function readRecordings(folder: string): Recording[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    return names.toSorted().map((name) => toRecording(name, readFileSync(join(folder, name), "utf8")));
  } catch (error) {
    if (error instanceof RooError) throw error;
    const message = `The recordings in ${folder} cannot be read: ${systemErrorCode(error) ?? String(error)}.`;
    throw new RooError({
      code: "bad_recording",
      message,
      next: "Set ROO_REPLAY to a folder recorded with ROO_RECORD.",
    });
  }
}

function toRecording(file: string, text: string): Recording {
  const lines = text.trimEnd().split("\n").map(parseJson);
  const invalid = lines.findIndex((line, index) => !isLine(line) || (line.type === "request") !== (index === 0));
  const [request, ...answer] = lines.filter(isLine);
  if (invalid < 0 && request?.type === "request") return { file, request, answer };
  const message = `${file} is not a recording: line ${invalid + 1} is invalid.`;
  throw new RooError({ code: "bad_recording", message, next: "Remove it from the folder, or record it again." });
}

/** Checks only what the reader relies on: the file is our own. */
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

/** Fields of a body that identify the task or the user, and so differ each time. */
const volatileFields: ReadonlySet<string> = new Set(["prompt_cache_key", "safety_identifier", "user", "metadata"]);

/** A text that is equal for requests which the same recording answers. Headers do not count. */
export function canonicalRequest({ method, url, body }: RecordedRequest): string {
  return JSON.stringify([method, url, sorted(stable(body))]);
}

function stable(body: unknown): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !volatileFields.has(name)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

/** The path of the first difference between two requests, such as `body.messages[2].content`. */
export function firstDifference(left: RecordedRequest, right: RecordedRequest): string | undefined {
  if (left.method !== right.method) return "method";
  if (left.url !== right.url) return "url";
  return differenceAt(stable(left.body), stable(right.body), "body");
}

function differenceAt(left: unknown, right: unknown, path: string): string | undefined {
  if (Array.isArray(left) && Array.isArray(right)) {
    const indexes = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
    return firstOf(indexes, (index) => differenceAt(left[index], right[index], `${path}[${index}]`));
  }
  if (isRecord(left) && isRecord(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return firstOf(names, (name) => differenceAt(left[name], right[name], `${path}.${name}`));
  }
  return left === right ? undefined : path;
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
