import { createHash } from "node:crypto";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Clock, ProviderError, RooError, systemErrorCode } from "@roo-code/types";
import type { Environment } from "../environment.ts";
import type { Exchange } from "../http/exchange.ts";
import { parseJson } from "../json-value.ts";
import { type RecordedEnd, type RecordedLine, type RecordedRequest, toBytesLine } from "./recording.ts";
import { Scrubber } from "./scrubber.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Buffer[];
}

export interface RecordOptions {
  readonly folder: string;
  readonly request: SentRequest;
  readonly environment: Environment;
  readonly clock: Clock;
}

/** Sends the request, and writes the exchange to a new file once it is closed. Throws what `send` throws. */
export async function recordExchange(options: RecordOptions, send: () => Promise<Exchange>): Promise<Exchange> {
  const scrubber = new Scrubber({ ...options.request, environment: options.environment });
  const request = toRecordedRequest(options.request, scrubber);
  const save = startFile(options, request);
  let exchange: Exchange;
  try {
    exchange = await send();
  } catch (error) {
    if (error instanceof ProviderError) save([request, endOf(error, scrubber)]);
    throw error;
  }
  return new RecordingExchange(exchange, { request, scrubber, save });
}

/** The request without secrets. */
export function toRecordedRequest({ method, url, headers, body }: SentRequest, scrubber: Scrubber): RecordedRequest {
  const text = scrubber.text(Buffer.concat(body).toString());
  const sent = parseJson(text) ?? text;
  return { type: "request", method, url: scrubber.url(url), headers: scrubber.headers(headers), body: sent };
}

type Save = (lines: readonly RecordedLine[]) => void;

interface RecordingParts {
  readonly request: RecordedRequest;
  readonly scrubber: Scrubber;
  readonly save: Save;
}

class RecordingExchange implements Exchange {
  readonly #exchange: Exchange;
  readonly #parts: RecordingParts;
  readonly #pieces: Uint8Array[] = [];
  #end: RecordedEnd = { type: "end", how: "left" };
  #isSaved = false;

  constructor(exchange: Exchange, parts: RecordingParts) {
    this.#exchange = exchange;
    this.#parts = parts;
  }

  get status() {
    return this.#exchange.status;
  }

  get headers() {
    return this.#exchange.headers;
  }

  async *body(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#exchange.body()) {
        this.#pieces.push(piece);
        yield piece;
      }
      this.#end = { type: "end", how: "complete" };
    } catch (error) {
      if (error instanceof ProviderError) this.#end = endOf(error, this.#parts.scrubber);
      throw error;
    }
  }

  fail(error: unknown): void {
    this.#exchange.fail(error);
  }

  release(): void {
    this.#exchange.release();
  }

  close(): void {
    this.#exchange.close();
    if (this.#isSaved) return;
    this.#isSaved = true;
    const { request, scrubber, save } = this.#parts;
    const { status, headers } = this.#exchange;
    const response = { type: "response" as const, status, headers: scrubber.headers(headers) };
    save([request, response, ...scrubber.pieces(this.#pieces).map(toBytesLine), this.#end]);
  }
}

function endOf({ code, message }: ProviderError, scrubber: Scrubber): RecordedEnd {
  return { type: "end", how: "failed", code, message: scrubber.text(message) };
}

/** Named by the time of sending, so that files sort in that order; equal names are numbered. */
function startFile({ folder: path, clock }: RecordOptions, request: RecordedRequest): Save {
  const folder = resolve(path);
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-");
  const digest = createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 8);
  return (lines) => {
    withRecordingError(folder, () => makeFolder(folder));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    for (let copy = 0; !tryWrite(folder, `${time}-${digest}-${String(copy).padStart(3, "0")}.jsonl`, text); ) copy += 1;
  };
}

/** With its parents. Not with `recursive`, which never returns below a folder that fails with ENOENT, as /proc does. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** False if the file exists. */
function tryWrite(folder: string, name: string, text: string): boolean {
  return withRecordingError(folder, () => {
    try {
      writeFileSync(join(folder, name), text, { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (systemErrorCode(error) === "EEXIST") return false;
      throw error;
    }
  });
}

/** Converts errors of the file system to `RooError` `bad_recording`. */
function withRecordingError<T>(folder: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const message = `The exchange cannot be recorded in ${folder}: ${systemErrorCode(error) ?? String(error)}.`;
    throw new RooError({ code: "bad_recording", message, next: "Set ROO_RECORD to a writable folder." });
  }
}
