import type { Readable } from "node:stream";
import { LineSplitter } from "./line-splitter.ts";

const longestLine = 4_000;
const burstBytes = 256 * 1024;
const pauseMs = 100;

/**
 * What a server says beside the protocol, line by line. One that floods us is read at 2.5 MB a second at most: it waits,
 * and we do not.
 */
export function readWords(stream: Readable, onLine: (line: string) => void): void {
  const lines = new LineSplitter({ longest: longestLine });
  let left = burstBytes;
  const refill = (): void => {
    left = burstBytes;
    stream.resume();
  };
  let timer: NodeJS.Timeout | undefined;
  stream.on("data", (chunk: Buffer) => {
    for (const line of lines.push(chunk)) if (line.trim() !== "") onLine(line);
    left -= chunk.length;
    if (left > 0) return;
    stream.pause();
    timer = setTimeout(refill, pauseMs).unref();
  });
  stream.on("close", () => {
    clearTimeout(timer);
    const rest = lines.flush();
    if (rest.trim() !== "") onLine(rest);
  });
  stream.on("error", () => {});
}
