import { RooError, type Usage } from "@roo-code/types";
import { ReplayFields } from "./replay-fields.ts";

export interface ReplayCall {
  readonly id: string | undefined;
  readonly name: string;
  /** The arguments to send, JSON or not. */
  readonly text: string;
}

export interface ReplayError {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly retryAfter: number | undefined;
  readonly afterChunks: number;
}

/** One scripted reply. */
export interface ReplayLine {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReplayCall[];
  readonly usage: Usage;
  readonly delayMs: number;
  readonly error: ReplayError | undefined;
  /** Must occur in the messages since the previous reply. */
  readonly expect: string | undefined;
  /** Played instead if `expect` does not occur; without it the run fails. */
  readonly otherwise: ReplayLine | undefined;
}

/** The script of one agent's model. */
interface ReplayPart {
  /** Its replies in order. */
  readonly replies: readonly ReplayLine[];
  /** Replies for other purposes, by the number of replies before them. */
  readonly asides: Readonly<Record<ReplayPurpose, ReadonlyMap<number, ReplayLine>>>;
}

type ReplayPurpose = "condense" | "sample";

/** By agent. */
export type ReplayScript = ReadonlyMap<string, ReplayPart>;

/** Parses the whole script, so that errors are reported before anything is played. Throws `RooError` `bad_replay`. */
export function parseReplayScript(text: string, file: string): ReplayScript {
  const script = new Map<string, ReturnType<typeof emptyPart>>();
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const fields = ReplayFields.parse(line.replace(/^\uFEFF/, ""), (problem) => badReplay(file, index + 1, problem));
    const purpose = parsePurpose(fields);
    const agent = fields.text("agent") ?? "root";
    const reply = parseReply(fields);
    fields.refuseOthers();
    const part = script.get(agent) ?? emptyPart();
    script.set(agent, part);
    if (purpose === undefined) part.replies.push(reply);
    else if (part.asides[purpose].has(part.replies.length))
      fields.refuse(`there is already a "${purpose}" after the same reply`);
    else part.asides[purpose].set(part.replies.length, reply);
  });
  return script;
}

function emptyPart() {
  const replies: ReplayLine[] = [];
  return { replies, asides: { condense: new Map<number, ReplayLine>(), sample: new Map<number, ReplayLine>() } };
}

function parsePurpose(fields: ReplayFields): ReplayPurpose | undefined {
  const purpose = fields.text("purpose");
  if (purpose === undefined || purpose === "condense" || purpose === "sample") return purpose;
  return fields.refuse(`"purpose" must be "condense" or "sample"`);
}

function parseReply(fields: ReplayFields): ReplayLine {
  const expect = fields.text("expect");
  return {
    text: fields.text("text") ?? "",
    reasoning: fields.text("reasoning") ?? "",
    calls: [...fields.list("toolCalls").map(parseCall), ...fields.list("rawToolCalls").map(parseRawCall)],
    usage: parseUsage(fields.child("usage")),
    delayMs: fields.number("delayMs") ?? 0,
    error: parseError(fields.child("error")),
    expect,
    otherwise: parseOtherwise(fields, expect),
  };
}

function parseOtherwise(fields: ReplayFields, expect: string | undefined): ReplayLine | undefined {
  const otherwise = fields.child("otherwise");
  if (!otherwise) return undefined;
  if (expect === undefined) return fields.refuse(`"otherwise" needs an "expect" beside it`);
  const reply = parseReply(otherwise);
  otherwise.refuseOthers();
  return reply;
}

function parseCall(fields: ReplayFields): ReplayCall {
  const id = fields.text("id");
  const name = fields.text("name") ?? fields.refuse(`a call needs a "name"`);
  const input = fields.any("input") ?? {};
  fields.refuseOthers();
  return { id, name, text: JSON.stringify(input) };
}

function parseRawCall(fields: ReplayFields): ReplayCall {
  const id = fields.text("id");
  const name = fields.text("name") ?? fields.refuse(`a call needs a "name"`);
  const text = fields.text("arguments") ?? fields.refuse(`a raw call needs "arguments"`);
  fields.refuseOthers();
  return { id, name, text };
}

function parseUsage(fields: ReplayFields | undefined): Usage {
  const usage: Usage = {
    inputTokens: fields?.number("inputTokens") ?? 0,
    outputTokens: fields?.number("outputTokens") ?? 0,
    cacheReadTokens: fields?.number("cacheReadTokens") ?? 0,
    cacheWriteTokens: fields?.number("cacheWriteTokens") ?? 0,
    costUsd: fields?.number("costUsd") ?? null,
  };
  fields?.refuseOthers();
  return usage;
}

function parseError(fields: ReplayFields | undefined): ReplayError | undefined {
  if (!fields) return undefined;
  const error: ReplayError = {
    status: fields.number("status"),
    code: fields.text("code"),
    message: fields.text("message"),
    retryAfter: fields.number("retryAfter"),
    afterChunks: fields.number("afterChunks") ?? 0,
  };
  fields.refuseOthers();
  return error;
}

function badReplay(file: string, line: number, problem: string): RooError {
  const message = `Line ${line} of the replay script ${file} is invalid: ${problem}.`;
  return new RooError({
    code: "bad_replay",
    message,
    next: "Correct the line; each must be one JSON object, a reply.",
  });
}
