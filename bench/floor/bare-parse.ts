import { createRequire } from "node:module";

/** Parses every object of a stream and returns their number. */
export type BareParse = (chunks: Iterable<Uint8Array>) => number;

interface EventSourceParser {
  readonly createParser: (options: { onEvent: (event: { data: string }) => void }) => { feed(text: string): void };
}

// The copy of the product: benches do not depend on it.
const { createParser }: EventSourceParser = createRequire(
  new URL("../../packages/providers/package.json", import.meta.url),
)("eventsource-parser");

/** Server-sent events. */
export const bareEvents: BareParse = (chunks) => {
  let count = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") JSON.parse(data);
      count += 1;
    },
  });
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return count;
};

/** One object per line. */
export const bareLines: BareParse = (chunks) => {
  let count = 0;
  let rest = "";
  const decoder = new TextDecoder();
  for (const chunk of chunks) {
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    rest += first;
    for (const line of more) {
      JSON.parse(rest);
      rest = line;
      count += 1;
    }
  }
  return count;
};

/** Binary frames of AWS, ignoring headers and checksums. */
export const bareFrames: BareParse = (chunks) => {
  let count = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 12 && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      JSON.parse(rest.toString("utf8", 12 + rest.readUInt32BE(4), length - 4));
      rest = rest.subarray(length);
      count += 1;
    }
  }
  return count;
};
