import { readFile } from "node:fs/promises";
import { type ApiChunk, type Message, type ModelRequest, ProviderError, RooError } from "@roo-code/types";
import { CallIds } from "../../call-ids.ts";
import { recordOf } from "../../json-value.ts";
import { quoterFor } from "../../redact.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { contentChunks } from "./replay-chunks.ts";
import { toReplayError } from "./replay-error.ts";
import { parseReplayScript, type ReplayLine, type ReplayScript } from "./replay-script.ts";

/** Plays a scripted conversation: the same replies at the same places, without any model. */
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
    : `The replay script has ${replies.length} replies for ${agent}; number ${priorAttempts + 1} was asked for.`;
  throw new ProviderError({ code: "replay_exhausted", message });
}

/** The line itself, or what it says otherwise: what the model was told decides. */
function expectedLine(line: ReplayLine, request: ModelRequest): ReplayLine {
  const { expect, otherwise } = line;
  if (expect === undefined) return line;
  const { messages, metadata } = request;
  const told = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1).map(textOfMessage);
  if (told.some((text) => text.includes(expect))) return line;
  if (otherwise) return expectedLine(otherwise, request);
  const { agent, priorAttempts } = metadata;
  const quote = quoterFor(undefined);
  const place = `Reply ${priorAttempts + 1} of ${agent}`;
  const message = `${place} expects "${quote(expect, 200)}", but the model was told: "${quote(told.join(" "), 300)}"`;
  throw new ProviderError({ code: "replay_mismatch", message });
}

function textOfMessage({ content }: Message): string {
  return content
    .map((part) => (part.type === "text" ? part.text : part.type === "tool-result" ? part.content : ""))
    .join("\n");
}
