import type { FileVersion, ImagePart } from "@roo-code/types";

/** A part of a message's attachment. */
export interface Block {
  /** Name of the tag around it. */
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string;
}

/** The result of a mention; undefined if the text was not meant as one. */
export type Attached =
  | { readonly block: Block; readonly images?: readonly ImagePart[]; readonly seen?: readonly FileVersion[] }
  /** The reason, as the end of a sentence. */
  | { readonly refused: string }
  | undefined;

/** The content comes from a file or a page and must not be able to close the block. */
export function showBlock({ name, attributes = {}, content }: Block): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(" ");
  const inside = content.replaceAll(new RegExp(`</(?=${name})`, "gi"), "<\\/");
  return `<${tag}>\n${inside}\n</${name}>`;
}

/** The start of a text, in whole lines if possible, with a note of how much is missing. */
export function boundText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf("\n", maxLength);
  const shown = text.slice(0, end > maxLength / 2 ? end : maxLength).toWellFormed();
  return `${shown}\n(Truncated: ${shown.length} of ${text.length} characters are shown.)`;
}

/** Characters that end the line, move the cursor or change the text direction. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A name on one line: unchanged, or as JSON if it contains misleading characters. */
export function shownName(name: string): string {
  return misleading.test(name) ? JSON.stringify(name) : name;
}
