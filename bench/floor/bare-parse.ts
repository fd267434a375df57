import { createRequire } from "node:module";

/** Parses every object of a stream and does nothing with it. Returns how many there were. */
export type BareParse = (pieces: Iterable<Uint8Array>) => number;

interface EventSourceParser {
  readonly createParser: (options: { onEvent: (event: { data: string }) => void }) => { feed(text: string): void };
}

// The product's own copy: benches have no dependencies of their own.
const { createParser }: EventSourceParser = createRequire(
  new URL("../../packages/providers/package.json", import.meta.url),
)("eventsource-parser");

/** Server-sent events. */
export const bareEvents: BareParse = (pieces) => {
  let count = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") JSON.parse(data);
      count += 1;
    },
  });
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
  return count;
};

/** One object per line. */
export const bareLines: BareParse = (pieces) => {
  let count = 0;
  let rest = "";
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    const [first = "", ...more] = decoder.decode(piece, { stream: true }).split("\n");
    rest += first;
    for (const line of more) {
      JSON.parse(rest);
      rest = line;
      count += 1;
    }
  }
  return count;
};

/** AWS's binary frames, without looking at their headers and checksums. */
export const bareFrames: BareParse = (pieces) => {
  let count = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 12 && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      JSON.parse(rest.toString("utf8", 12 + rest.readUInt32BE(4), length - 4));
      rest = rest.subarray(length);
      count += 1;
    }
  }
  return count;
};
