import type { ServerResponse } from "node:http";
import { type ServedAnswer, sendAnswer, type TransportFaults } from "../served-answer.ts";
import { type ServedRequest, type StepServer, stepServer } from "../step-server.ts";
import type { ServedFormat, WireFailure, WireReply } from "./served-format.ts";

/** What the server does with one request, vendor-neutral. */
export interface WireStep extends WireReply, TransportFaults {
  /** The vendor's error response, in place of the reply. */
  readonly refusal?: WireFailure;
  /** Default 200, or the refusal's. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, in place of the reply or refusal. */
  readonly body?: string | Uint8Array;
  /** Repeats the text until the client disconnects. */
  readonly endless?: boolean;
  /** Interleaves the deltas of the two calls. */
  readonly interleavesCalls?: boolean;
  /** Sends the last frame twice. */
  readonly repeatsLastFrame?: boolean;
  /** Keep-alives before each frame, if the format has them. */
  readonly keepAlives?: number;
  /** Sends only keep-alives after this many frames, until the client disconnects. */
  readonly onlyKeepAlivesAfter?: number;
  /** Writes every frame separately, or the second half of each with the first half of the next. Default: all in one write. */
  readonly splitAt?: "frames" | "middles";
  /** Changes the frames last, for what the other options cannot express. */
  readonly reframe?: (frames: readonly Uint8Array[]) => readonly Uint8Array[];
}

export type WireServer = StepServer<WireStep>;
export type WireServerStep = WireStep | ((request: ServedRequest) => WireStep);

/** A real server on a free loopback port that answers in this format, one step per request. */
export async function wireServer(format: ServedFormat, steps: readonly WireServerStep[] = []): Promise<WireServer> {
  const server = await stepServer<WireStep>((step = outOfSteps, response) => perform(format, step, response));
  server.push(...steps);
  return server;
}

const outOfSteps: WireStep = { status: 500, body: "the server has no step left" };

async function perform(format: ServedFormat, step: WireStep, response: ServerResponse): Promise<void> {
  await sendAnswer(response, answerOf(format, step), step);
}

function answerOf(format: ServedFormat, step: WireStep): ServedAnswer {
  if (step.refusal !== undefined) return refusalOf(format, step, step.refusal);
  const isReply = step.body === undefined && step.status === undefined;
  const contentType = isReply ? format.contentType : "application/json";
  const answer = { status: step.status ?? 200, headers: { "content-type": contentType, ...step.headers } };
  if (!isReply) return { ...answer, pieces: [Buffer.from(step.body ?? "")] };
  if (step.endless) {
    const { first, again } = endlessFrames(format, step);
    return { ...answer, pieces: first, repeated: Buffer.concat(again) };
  }
  const { frames, repeated } = framesOf(format, step);
  return { ...answer, pieces: piecesOf(frames, step.splitAt), repeated };
}

function refusalOf(format: ServedFormat, step: WireStep, failure: WireFailure): ServedAnswer {
  const { status, body, headers } = format.refusal(failure);
  return {
    status: step.status ?? status,
    headers: { "content-type": "application/json", ...headers, ...step.headers },
    pieces: [Buffer.from(step.body ?? body)],
  };
}

function framesOf(format: ServedFormat, step: WireStep): { frames: readonly Uint8Array[]; repeated?: Uint8Array } {
  const plain = step.interleavesCalls ? interleavedFrames(format, step) : format.frames(step);
  const last = plain.at(-1);
  const withRepeat = step.repeatsLastFrame && last ? [...plain, last] : plain;
  const frames = step.reframe?.(withRepeat) ?? withRepeat;
  if (!format.keepAlive) return { frames };
  const keepAlives = Array.from({ length: step.keepAlives ?? 0 }, () => format.keepAlive ?? new Uint8Array());
  const withKeepAlives = frames.flatMap((frame) => [...keepAlives, frame]);
  if (step.onlyKeepAlivesAfter === undefined) return { frames: withKeepAlives };
  const repeated = Buffer.concat(Array.from({ length: 100 }, () => format.keepAlive ?? new Uint8Array()));
  return { frames: frames.slice(0, step.onlyKeepAlivesAfter), repeated };
}

function piecesOf(frames: readonly Uint8Array[], splitAt: WireStep["splitAt"]): readonly Uint8Array[] {
  if (splitAt === undefined) return [Buffer.concat(frames)];
  if (splitAt === "frames") return frames;
  const halves = frames.map((frame) => {
    const middle = frame.length >> 1;
    return [frame.subarray(0, middle), frame.subarray(middle)] as const;
  });
  const joined = halves.slice(1).map(([head], index) => Buffer.concat([halves[index]?.[1] ?? Buffer.alloc(0), head]));
  return [halves[0]?.[0] ?? Buffer.alloc(0), ...joined, halves.at(-1)?.[1] ?? Buffer.alloc(0)];
}

/** A multiple of every format's piece size. */
const wholePieces = 1_680;

/** The frames of a reply that never ends: those before the part to repeat, and that part. */
function endlessFrames(format: ServedFormat, reply: WireReply): { first: Uint8Array[]; again: Uint8Array[] } {
  const text = (reply.text || "more ").repeat(wholePieces).slice(0, wholePieces);
  const frames = format.frames({ text: text + text });
  const from = commonLength(frames, format.frames({ text }));
  const to = commonLength(frames, format.frames({ text: text + text + text }));
  if (to <= from) throw new Error(`the frames of ${format.id} cannot be repeated`);
  return { first: frames.slice(0, from), again: frames.slice(from, to) };
}

/** The frames of a reply with two interleaved calls; the deltas of each stay in order. */
function interleavedFrames(format: ServedFormat, reply: WireReply): Uint8Array[] {
  const [first, second, ...more] = reply.calls ?? [];
  if (!first || !second || more.length > 0) throw new Error("only two calls can be interleaved");
  const frames = format.frames(reply);
  const begin = commonLength(frames, format.frames({ ...reply, calls: [] }));
  const middle = commonLength(frames, format.frames({ ...reply, calls: [first] }));
  const end = commonLength(frames, format.frames({ ...reply, calls: [first, second, { ...second, name: "third" }] }));
  const [ones, twos] = [frames.slice(begin, middle), frames.slice(middle, end)];
  const turns = Math.max(ones.length, twos.length);
  const mixed = Array.from({ length: turns }, (_, turn) => [ones[turn], twos[turn]]).flat();
  return [...frames.slice(0, begin), ...mixed.filter((frame) => frame !== undefined), ...frames.slice(end)];
}

/** The number of equal frames at the start of both. */
function commonLength(left: readonly Uint8Array[], right: readonly Uint8Array[]): number {
  const differs = left.findIndex((frame, index) => {
    const other = right[index];
    return other === undefined || Buffer.compare(frame, other) !== 0;
  });
  return differs < 0 ? left.length : differs;
}
