import type { ApiChunk } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { recordOf, textOf } from "../../json-value.ts";

interface StreamedCall {
  readonly index: unknown;
  vendorId: string | undefined;
  name: string | undefined;
  /** Arguments that came before the name. */
  early: string;
  /** Our id, once the call has started. */
  callId: string | undefined;
}

interface Delta {
  readonly index: unknown;
  readonly id: string | undefined;
  readonly name: string | undefined;
}

/** Assembles the calls of one reply from deltas that may be interleaved and incomplete. */
export class StreamedCalls {
  readonly #ids: CallIds;
  readonly #calls: StreamedCall[] = [];

  constructor(ids: CallIds) {
    this.#ids = ids;
  }

  get count(): number {
    return this.#calls.length;
  }

  *accept(sent: unknown): Generator<ApiChunk> {
    const { index, id, function: called } = recordOf(sent);
    const { name, arguments: args } = recordOf(called);
    const delta: Delta = { index, id: textOf(id), name: textOf(name) };
    const call = this.#find(delta);
    call.vendorId ??= delta.id;
    call.name ??= delta.name;
    const text = argumentsText(args);
    if (call.callId === undefined && call.name === undefined) call.early += text;
    else yield* this.#continue(call, text);
  }

  /** Calls end with the reply: until then any may continue. */
  *end(): Generator<ApiChunk> {
    for (const call of this.#calls) {
      if (call.callId === undefined) yield* this.#continue(call, "");
      if (call.callId !== undefined) yield { type: "call.end", callId: call.callId };
    }
  }

  *#continue(call: StreamedCall, text: string): Generator<ApiChunk> {
    if (call.callId === undefined) {
      call.callId = this.#ids.claim(call.vendorId);
      yield { type: "call.start", callId: call.callId, name: call.name ?? "" };
    }
    const whole = call.early + text;
    call.early = "";
    if (whole !== "") yield { type: "call.delta", callId: call.callId, text: whole };
  }

  #find(delta: Delta): StreamedCall {
    const call = typeof delta.index === "number" ? this.#findByIndex(delta) : this.#findWithoutIndex(delta);
    return call ?? this.#begin(delta.index);
  }

  /** Some servers send index 0 for every call: another id with a name is another call. */
  #findByIndex({ index, id, name }: Delta): StreamedCall | undefined {
    const call = this.#calls.findLast((known) => known.index === index);
    const isOther = id !== undefined && call?.vendorId !== undefined && id !== call.vendorId && name !== undefined;
    return isOther ? undefined : call;
  }

  /** Some servers send no index: a known id continues its call, a name starts another, the rest belongs to the last. */
  #findWithoutIndex({ id, name }: Delta): StreamedCall | undefined {
    const call = id === undefined ? undefined : this.#calls.find((known) => known.vendorId === id);
    return call ?? (name === undefined ? this.#calls.at(-1) : undefined);
  }

  #begin(index: unknown): StreamedCall {
    const call: StreamedCall = { index, vendorId: undefined, name: undefined, early: "", callId: undefined };
    this.#calls.push(call);
    return call;
  }
}

/** A string as documented; some servers send the object itself. */
function argumentsText(args: unknown): string {
  if (typeof args === "string") return args;
  return args === undefined || args === null ? "" : JSON.stringify(args);
}
