import { readPlainFile } from "../../files/read-text-file.ts";

export interface FirstText {
  readonly text: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly isCut: boolean;
}

/** At most the first `maxBytes` of a file; undefined for what is not text. Throws what the operating system says. */
export function readFirstText(path: string, maxBytes: number): FirstText | undefined {
  // A link put in the file's place meanwhile would lead elsewhere.
  const { stat, bytes } = readPlainFile(path, { maxBytes, follow: false });
  if (!stat.isFile() || bytes.includes(0)) return undefined;
  const isCut = stat.size > bytes.length;
  // As a stream, a character that the cut went through is left out instead of garbled.
  return { text: new TextDecoder().decode(bytes, { stream: isCut }), size: stat.size, isCut };
}
