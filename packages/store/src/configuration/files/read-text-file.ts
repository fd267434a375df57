import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { readBytes } from "../../read-bytes.ts";

export interface TextFile {
  readonly text: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly isCut: boolean;
}

/** At most the first `maxBytes` of a file; undefined for what is not text. Throws what the operating system says. */
export function readTextFile(path: string, maxBytes: number): TextFile | undefined {
  // A pipe put in the file's place would otherwise keep us waiting, and a link lead elsewhere.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const bytes = readBytes(file, Math.min(stat.size, maxBytes));
    if (bytes.includes(0)) return undefined;
    const isCut = stat.size > bytes.length;
    // As a stream, a character that the cut went through is left out instead of garbled.
    return { text: new TextDecoder().decode(bytes, { stream: isCut }), size: stat.size, isCut };
  } finally {
    closeSync(file);
  }
}
