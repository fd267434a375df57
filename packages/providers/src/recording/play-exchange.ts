import type { IncomingHttpHeaders } from "node:http";
import { setImmediate } from "node:timers/promises";
import { ProviderError } from "@roo-code/types";
import type { Environment } from "../environment.ts";
import type { Exchange } from "../http/exchange.ts";
import { type SentRequest, toRecordedRequest } from "./record-exchange.ts";
import {
  canonicalRequest,
  firstDifference,
  type RecordedEnd,
  type RecordedRequest,
  type Recording,
  readRecordings,
} from "./recording.ts";
import { Scrubber } from "./scrubber.ts";

export interface PlayOptions {
  readonly folder: string;
  readonly request: SentRequest;
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** Shared by all clients with the same environment: equal requests are answered in their recorded order. */
const tapes = new WeakMap<Environment, Tape>();

/** The recorded response, without any network. Throws `ProviderError` `replay_mismatch`, `replay_exhausted`, or as recorded. */
export function playExchange({ folder, request, environment, signal }: PlayOptions): Exchange {
  signal.throwIfAborted();
  const known = tapes.get(environment);
  const tape = known?.folder === folder ? known : new Tape(folder);
  tapes.set(environment, tape);
  const { answer } = tape.take(toRecordedRequest(request, new Scrubber({ ...request, environment })));
  const response = answer.find((line) => line.type === "response");
  const end = answer.find((line) => line.type === "end");
  if (!response) throw toFailure(end);
  const pieces = answer.flatMap((line) => (line.type === "bytes" ? toBytes(line) : []));
  return new PlayedExchange({
    status: response.status,
    headers: response.headers,
    pieces,
    end,
    signal,
  });
}

class Tape {
  readonly folder: string;
  readonly #recordings: readonly Recording[];
  readonly #played = new Set<Recording>();

  constructor(folder: string) {
    this.folder = folder;
    this.#recordings = readRecordings(folder);
  }

  take(request: RecordedRequest): Recording {
    const key = canonicalRequest(request);
    const matching = this.#recordings.filter((recording) => canonicalRequest(recording.request) === key);
    const next = matching.find((recording) => !this.#played.has(recording));
    if (!next) throw matching.length > 0 ? this.#exhausted(matching) : this.#mismatch(request);
    this.#played.add(next);
    return next;
  }

  #exhausted(matching: readonly Recording[]): ProviderError {
    const message = `All recordings of this request in ${this.folder} have been played; the last is ${matching.at(-1)?.file}.`;
    return new ProviderError({ code: "replay_exhausted", message, next: howToRecord });
  }

  #mismatch(request: RecordedRequest): ProviderError {
    const nearest = nearestTo(request, this.#recordings);
    const hint = nearest
      ? `The most similar is ${nearest.file}, which differs at ${firstDifference(request, nearest.request)}.`
      : "There are no recordings.";
    const message = `No recording in ${this.folder} answers ${request.method} ${request.url}. ${hint}`;
    return new ProviderError({ code: "replay_mismatch", message, next: howToRecord });
  }
}

const howToRecord = "Record the conversation again with ROO_RECORD.";

/** The one with the longest common beginning: requests of the same conversation differ late. */
function nearestTo(request: RecordedRequest, recordings: readonly Recording[]): Recording | undefined {
  const key = canonicalRequest(request);
  let nearest: { recording: Recording; common: number } | undefined;
  for (const recording of recordings) {
    const common = commonLength(key, canonicalRequest(recording.request));
    if (!nearest || common > nearest.common) nearest = { recording, common };
  }
  return nearest?.recording;
}

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

interface PlayedParts {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly pieces: readonly Buffer[];
  readonly end: RecordedEnd | undefined;
  readonly signal: AbortSignal;
}

class PlayedExchange implements Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly #parts: PlayedParts;
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: PlayedParts) {
    this.status = parts.status;
    this.headers = parts.headers;
    this.#parts = parts;
  }

  async *body(): AsyncGenerator<Uint8Array> {
    const { pieces, end, signal } = this.#parts;
    for (const piece of pieces) {
      // Asynchronously, as from a network.
      await setImmediate();
      signal.throwIfAborted();
      if (this.#failure) throw this.#failure.error;
      yield piece;
    }
    if (!end || end.how === "failed") throw toFailure(end);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  release(): void {}

  close(): void {}
}

function toBytes(line: { readonly text: string } | { readonly base64: string }): Buffer {
  return "text" in line ? Buffer.from(line.text) : Buffer.from(line.base64, "base64");
}

function toFailure(end: RecordedEnd | undefined): ProviderError {
  if (end?.how === "failed") return new ProviderError({ code: end.code, message: end.message });
  return new ProviderError({ code: "stream_cut", message: "The recording ends in the middle of the reply." });
}
