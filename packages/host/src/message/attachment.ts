import type { FileVersion, ImagePart } from "@roo-code/types";

/** A part of what goes along with a message. */
export interface Block {
  /** Of the tag around it. */
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string;
}

/** What became of a mention; undefined: it was none. */
export type Attached =
  | { readonly block: Block; readonly images?: readonly ImagePart[]; readonly seen?: readonly FileVersion[] }
  /** Why not, as the end of a sentence. */
  | { readonly refused: string }
  | undefined;

/** What stands inside cannot end the block: it is only what a file or a page says. */
export function showBlock({ name, attributes = {}, content }: Block): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(" ");
  const inside = content.replaceAll(new RegExp(`</(?=${name})`, "gi"), "<\\/");
  return `<${tag}>\n${inside}\n</${name}>`;
}

/** The beginning of a text, in whole lines where that is possible, and how much is missing. */
export function boundText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf("\n", maxLength);
  const shown = text.slice(0, end > maxLength / 2 ? end : maxLength).toWellFormed();
  return `${shown}\n(Cut here: ${shown.length} of ${text.length} characters are shown.)`;
}

/** What ends the line, moves the cursor or turns the direction of reading. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A name on one line: as it is, or as JSON where it would pass for something else. */
export function shownName(name: string): string {
  return misleading.test(name) ? JSON.stringify(name) : name;
}
