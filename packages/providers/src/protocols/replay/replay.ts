import { readFile } from "node:fs/promises";
import {
  type ApiChunk,
  type Message,
  type ModelRequest,
  ProviderError,
  type ProviderErrorCode,
  RooError,
} from "@roo-code/types";
import { CallIds } from "../../call-ids.ts";
import { toErrorCode } from "../../error-code.ts";
import { recordOf } from "../../json-value.ts";
import { quoterFor } from "../../redact.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import {
  parseReplayScript,
  type ReplayCall,
  type ReplayError,
  type ReplayLine,
  type ReplayScript,
} from "./replay-script.ts";

/** Plays a scripted conversation, without any model. */
export function createReplay({ connection, clock }: ProtocolOptions): Protocol {
  let script: Promise<ReplayScript> | undefined;
  const load = () => {
    script ??= readScript(connection.settings.replayFile);
    return script;
  };

  async function* reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const line = expectedLine(findLine(await load(), request), request);
    if (line.delayMs > 0) await clock.sleep(line.delayMs, request.signal);
    if (line.error?.afterChunks === 0) throw toReplayError(line.error);
    yield { type: "message.start", model: connection.model };
    let sent = 0;
    for (const chunk of contentChunks(line, new CallIds(request))) {
      if (line.error?.afterChunks === sent) break;
      yield chunk;
      sent += 1;
    }
    if (line.error) throw toReplayError(line.error);
    yield { type: "usage", usage: line.usage };
    yield { type: "message.end", stopReason: line.calls.length > 0 ? "tool-calls" : "end" };
  }

  return { prepare: async () => void (await load()), reply, dispose: () => {} };
}

async function readScript(file: string | undefined): Promise<ReplayScript> {
  if (!file) {
    const message = "The replay provider has no script to play.";
    throw new RooError({ code: "missing_replay", message, next: "Pass --replay with the path of a script." });
  }
  return parseReplayScript(await readText(file), file);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const message = `The replay script ${file} cannot be read (${String(recordOf(error).code)}).`;
    throw new RooError({ code: "bad_replay", message, next: "Check the path given with --replay.", cause: error });
  }
}

function findLine(script: ReplayScript, { metadata }: ModelRequest): ReplayLine {
  const { agent, priorAttempts, purpose } = metadata;
  const { replies = [], asides } = script.get(agent) ?? {};
  const line = purpose ? asides?.[purpose].get(priorAttempts) : replies[priorAttempts];
  if (line) return line;
  const message = purpose
    ? `The replay script has no "${purpose}" for ${agent} after ${priorAttempts} replies.`
    : `The replay script has ${replies.length} replies for ${agent}; number ${priorAttempts + 1} was requested.`;
  throw new ProviderError({ code: "replay_exhausted", message });
}

/** The line, or its `otherwise` if the last messages do not contain what it expects. */
function expectedLine(line: ReplayLine, request: ModelRequest): ReplayLine {
  const { expect, otherwise } = line;
  if (expect === undefined) return line;
  const { messages, metadata } = request;
  const received = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1).map(textOfMessage);
  if (received.some((text) => text.includes(expect))) return line;
  if (otherwise) return expectedLine(otherwise, request);
  const { agent, priorAttempts } = metadata;
  const quote = quoterFor(undefined);
  const label = `Reply ${priorAttempts + 1} of ${agent}`;
  const message = `${label} expects "${quote(expect, 200)}", but the model received: "${quote(received.join(" "), 300)}"`;
  throw new ProviderError({ code: "replay_mismatch", message });
}

function textOfMessage({ content }: Message): string {
  return content
    .map((part) => (part.type === "text" ? part.text : part.type === "tool-result" ? part.content : ""))
    .join("\n");
}

const textCharacters = 16;
const inputCharacters = 64;

/** The content of a scripted reply, in pieces. */
function* contentChunks({ reasoning, text, calls }: ReplayLine, ids: CallIds): Generator<ApiChunk> {
  for (const piece of pieces(reasoning, textCharacters)) yield { type: "reasoning.delta", text: piece };
  for (const piece of pieces(text, textCharacters)) yield { type: "text.delta", text: piece };
  for (const call of calls) yield* callChunks(call, ids.claim(call.id));
}

function* callChunks({ name, text }: ReplayCall, callId: string): Generator<ApiChunk> {
  yield { type: "call.start", callId, name };
  for (const piece of pieces(text, inputCharacters)) yield { type: "call.delta", callId, text: piece };
  yield { type: "call.end", callId };
}

/** Never splits a surrogate pair. */
function* pieces(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isSplitPair = /[\uD800-\uDBFF]/.test(text.charAt(at + size - 1)) && at + size < text.length;
    const end = at + size - (isSplitPair ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

/** The error as if a server had sent it; our own codes are kept. */
function toReplayError({ status, code, message, retryAfter }: ReplayError): ProviderError {
  return new ProviderError({
    code: isOurCode(code) ? code : toErrorCode({ status, code, message }),
    message: message ?? `The replay script fails here${status === undefined ? "" : ` with status ${status}`}.`,
    status,
    retryAfterMs: retryAfter !== undefined ? retryAfter * 1000 : undefined,
  });
}

const ourCodes: Readonly<Record<ProviderErrorCode, true>> = {
  bad_request: true,
  unauthorized: true,
  insufficient_credit: true,
  model_not_found: true,
  context_overflow: true,
  rate_limited: true,
  overloaded: true,
  server_error: true,
  network: true,
  stream_cut: true,
  bad_stream: true,
  timeout: true,
  replay_mismatch: true,
  replay_exhausted: true,
};

function isOurCode(code: string | undefined): code is ProviderErrorCode {
  return code !== undefined && Object.hasOwn(ourCodes, code);
}
