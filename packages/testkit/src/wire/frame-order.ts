import type { ServedFormat, WireReply } from "./served-format.ts";

/** A length that every format's pieces divide. */
const wholePieces = 1_680;

/** The frames of a reply that never ends: those before the part to repeat, and that part. */
export function endlessFrames(format: ServedFormat, reply: WireReply): { first: Uint8Array[]; again: Uint8Array[] } {
  const text = (reply.text || "more ").repeat(wholePieces).slice(0, wholePieces);
  const frames = format.frames({ text: text + text });
  const from = commonLength(frames, format.frames({ text }));
  const to = commonLength(frames, format.frames({ text: text + text + text }));
  if (to <= from) throw new Error(`the frames of ${format.id} cannot be repeated`);
  return { first: frames.slice(0, from), again: frames.slice(from, to) };
}

/** The frames of a reply with two calls whose deltas take turns; each call's own stay in order. */
export function interleavedFrames(format: ServedFormat, reply: WireReply): Uint8Array[] {
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

/** How many frames both begin with. */
function commonLength(one: readonly Uint8Array[], other: readonly Uint8Array[]): number {
  const differs = one.findIndex((frame, index) => {
    const against = other[index];
    return against === undefined || Buffer.compare(frame, against) !== 0;
  });
  return differs < 0 ? one.length : differs;
}
