import type { ServerResponse } from "node:http";
import { type ServedAnswer, sendAnswer, type TransportFaults } from "../served-answer.ts";
import { type ServedRequest, type StepServer, stepServer } from "../step-server.ts";
import { endlessFrames, interleavedFrames } from "./frame-order.ts";
import type { ServedFormat, WireFailure, WireReply } from "./served-format.ts";

/** What the server does with one request, in no vendor's words. */
export interface WireStep extends WireReply, TransportFaults {
  /** How the vendor says no; the rest of the reply does not come. */
  readonly refusal?: WireFailure;
  /** Default 200, or the refusal's. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of the reply or refusal. */
  readonly body?: string | Uint8Array;
  /** Repeats the text until the client leaves. */
  readonly endless?: boolean;
  /** The deltas of the two calls take turns. */
  readonly interleavesCalls?: boolean;
  /** Sends the last frame twice. */
  readonly repeatsLastFrame?: boolean;
  /** Keep-alives before each frame, where the format has such. */
  readonly keepAlives?: number;
  /** Nothing but keep-alives after this many frames, until the client leaves. */
  readonly onlyKeepAlivesAfter?: number;
  /** Every frame by itself, or the second half of each together with the first of the next. Default: all at once. */
  readonly splitAt?: "frames" | "middles";
  /** The last word on the frames: what the rest of a step cannot say. */
  readonly reframe?: (frames: readonly Uint8Array[]) => readonly Uint8Array[];
}

export type WireServer = StepServer<WireStep>;
export type WireServerStep = WireStep | ((request: ServedRequest) => WireStep);

/** A real server on a free loopback port that answers in this format as told; one step per request. */
export async function wireServer(format: ServedFormat, steps: readonly WireServerStep[] = []): Promise<WireServer> {
  const server = await stepServer<WireStep>((step = usedUp, response) => perform(format, step, response));
  server.push(...steps);
  return server;
}

const usedUp: WireStep = { status: 500, body: "the server has no step left" };

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
    return { ...answer, pieces: first, forEver: Buffer.concat(again) };
  }
  const { frames, forEver } = framesOf(format, step);
  return { ...answer, pieces: piecesOf(frames, step.splitAt), ...(forEver && { forEver }) };
}

function refusalOf(format: ServedFormat, step: WireStep, failure: WireFailure): ServedAnswer {
  const { status, body, headers } = format.refusal(failure);
  return {
    status: step.status ?? status,
    headers: { "content-type": "application/json", ...headers, ...step.headers },
    pieces: [Buffer.from(step.body ?? body)],
  };
}

function framesOf(format: ServedFormat, step: WireStep): { frames: readonly Uint8Array[]; forEver?: Uint8Array } {
  const plain = step.interleavesCalls ? interleavedFrames(format, step) : format.frames(step);
  const last = plain.at(-1);
  const repeated = step.repeatsLastFrame && last ? [...plain, last] : plain;
  const frames = step.reframe?.(repeated) ?? repeated;
  if (!format.keepAlive) return { frames };
  const keepAlives = Array.from({ length: step.keepAlives ?? 0 }, () => format.keepAlive ?? new Uint8Array());
  const lively = frames.flatMap((frame) => [...keepAlives, frame]);
  if (step.onlyKeepAlivesAfter === undefined) return { frames: lively };
  const forEver = Buffer.concat(Array.from({ length: 100 }, () => format.keepAlive ?? new Uint8Array()));
  return { frames: frames.slice(0, step.onlyKeepAlivesAfter), forEver };
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
