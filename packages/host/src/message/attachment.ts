import type { FileVersion, ImagePart } from "@roo-code/types";

/** A part of what is attached to a message. */
export interface Block {
  /** Name of the tag around it. */
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string;
}

/** The result of a mention; undefined where it was none. */
export type Attached =
  | { readonly block: Block; readonly images?: readonly ImagePart[]; readonly seen?: readonly FileVersion[] }
  /** Why not, as the end of a sentence. */
  | { readonly refused: string }
  | undefined;

/** The content cannot close the block: it comes from a file or a page. */
export function showBlock({ name, attributes = {}, content }: Block): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(" ");
  const inside = content.replaceAll(new RegExp(`</(?=${name})`, "gi"), "<\\/");
  return `<${tag}>\n${inside}\n</${name}>`;
}

/** The beginning of a text, in whole lines if possible, and how much is missing. */
export function boundText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf("\n", maxLength);
  const shown = text.slice(0, end > maxLength / 2 ? end : maxLength).toWellFormed();
  return `${shown}\n(Cut here: ${shown.length} of ${text.length} characters are shown.)`;
}

/** Characters that end the line, move the cursor or change the text direction. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A name on one line: as it is, or as JSON where it could be mistaken for something else. */
export function shownName(name: string): string {
  return misleading.test(name) ? JSON.stringify(name) : name;
}
