import type { ServedFormat } from "@roo-code/testkit/wire/served-format";
import type { WireStep } from "@roo-code/testkit/wire/wire-server";
import type { FailureScenario } from "./scenario.ts";

const reply: WireStep = {
  text: "I will delete it.",
  calls: [{ id: "a", name: "rm", arguments: '{"path":"everything"}' }],
};

function cutAt(share: number) {
  return (format: ServedFormat): WireStep => {
    const length = Buffer.concat(format.frames(reply)).length;
    return { ...reply, cutAfterBytes: Math.floor(length * share) };
  };
}

/** Ends as a server does that thinks it is done: no reset, only no more. */
function endAfter(share: number): WireStep {
  return { ...reply, reframe: (frames) => frames.slice(0, Math.floor(frames.length * share)) };
}

function spoilt(frame: string): WireStep {
  return { ...reply, reframe: (frames) => frames.toSpliced(frames.length >> 1, 0, Buffer.from(frame)) };
}

/** Replies that break off. */
export const breaks: readonly FailureScenario[] = [
  { name: "a connection cut before the first byte", step: { ...reply, cutAfterBytes: 0 }, code: "stream_cut" },
  { name: "a connection cut after one byte", step: { ...reply, cutAfterBytes: 1 }, code: "stream_cut" },
  { name: "a connection cut early", step: cutAt(0.1), code: "stream_cut" },
  { name: "a connection cut in the middle", step: cutAt(0.5), code: "stream_cut" },
  {
    name: "a connection cut inside a character",
    step: { text: "naïve 😀", cutInsideCodePoint: true },
    code: "stream_cut",
  },
  { name: "a stream that ends early", step: endAfter(0.3), code: "stream_cut" },
  { name: "a stream that ends in the middle", step: endAfter(0.5), code: "stream_cut" },
  {
    name: "a stream that ends before it says so",
    step: (format) => {
      const said = contentFrames(format);
      return { ...reply, reframe: (frames) => frames.slice(0, said) };
    },
    code: "stream_cut",
  },
  { name: "an event that is no JSON", needs: ["events"], step: spoilt('data: {"half": \n\n'), code: "bad_stream" },
  { name: "an event that is a number", needs: ["events"], step: spoilt("data: 7\n\n"), code: "bad_stream" },
  { name: "a line that is no JSON", needs: ["lines of objects"], step: spoilt('{"half": \n'), code: "bad_stream" },
  {
    name: "a frame whose sum is wrong",
    needs: ["binary frames"],
    step: { ...reply, reframe: withFlippedBit },
    code: "bad_stream",
  },
];

/** The number of frames that the reply shares with a longer one: all with content, none of the end. */
function contentFrames(format: ServedFormat): number {
  const frames = format.frames(reply);
  const longer = format.frames({ ...reply, calls: [...(reply.calls ?? []), { id: "b", name: "t", arguments: "{}" }] });
  return frames.findIndex((frame, index) => !longer[index] || Buffer.compare(frame, longer[index]) !== 0);
}

function withFlippedBit(frames: readonly Uint8Array[]): Uint8Array[] {
  return frames.map((frame, index) => {
    if (index !== frames.length >> 1) return frame;
    const spoiltFrame = Buffer.from(frame);
    spoiltFrame[frame.length >> 1] = (spoiltFrame[frame.length >> 1] ?? 0) ^ 1;
    return spoiltFrame;
  });
}
