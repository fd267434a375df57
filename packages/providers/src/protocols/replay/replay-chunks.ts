import type { ApiChunk } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import type { ReplayCall, ReplayLine } from "./replay-script.ts";

const textCharacters = 16;
const inputCharacters = 64;

/** What a scripted reply says, in pieces: everything between its start and its usage. */
export function* contentChunks({ reasoning, text, calls }: ReplayLine, ids: CallIds): Generator<ApiChunk> {
  for (const piece of pieces(reasoning, textCharacters)) yield { type: "reasoning.delta", text: piece };
  for (const piece of pieces(text, textCharacters)) yield { type: "text.delta", text: piece };
  for (const call of calls) yield* callChunks(call, ids.claim(call.id));
}

function* callChunks({ name, text }: ReplayCall, callId: string): Generator<ApiChunk> {
  yield { type: "call.start", callId, name };
  for (const piece of pieces(text, inputCharacters)) yield { type: "call.delta", callId, text: piece };
  yield { type: "call.end", callId };
}

/** Never between the two halves of a surrogate pair. */
function* pieces(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isSplitPair = /[\uD800-\uDBFF]/.test(text.charAt(at + size - 1)) && at + size < text.length;
    const end = at + size - (isSplitPair ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
