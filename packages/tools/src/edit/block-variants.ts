import { stripNumbers } from "../text/numbered-lines.ts";
import { isElision } from "./elided-lines.ts";
import type { SearchBlock } from "./find-match.ts";

/** A corrected reading of a block: models copy line numbers and encode characters. */
export interface Variant extends SearchBlock {
  /** What was corrected, for the notice; undefined for the block as sent. */
  readonly corrected: string | undefined;
  /** The correction is a guess that only an exact match confirms. */
  readonly exactOnly: boolean;
}

/** The block as sent comes first: a file may really contain what looks copied or encoded. */
export function variantsOf(block: SearchBlock, fileText: string): Variant[] {
  const asSent: Variant = { ...block, corrected: undefined, exactOnly: false };
  const numbered = withoutNumbers(block);
  const plain = withoutOuterLines(numbered ?? block);
  return [
    asSent,
    numbered && { ...numbered, corrected: "line numbers", exactOnly: false },
    plain && { ...plain, corrected: numbered ? "line numbers" : "lines around it", exactOnly: false },
    decoded(block, { decode: (lines) => decodeEntities(lines, fileText), corrected: "HTML entities" }),
    decoded(block, { decode: withoutDoubleEscapes, corrected: "doubled backslashes" }),
  ].filter((variant) => variant !== undefined);
}

/** Without line numbers copied from read_file; the first number gives the start line. undefined when it has none. */
function withoutNumbers(block: SearchBlock): SearchBlock | undefined {
  const search = stripNumbers(block.search);
  if (!search) return undefined;
  const startLine = block.startLine ?? search.first;
  // New lines of the replacement may have no number, or one out of sequence.
  const replace = block.replace.map((line) => line.replace(/^\s*\d+ \|(?: |$)/, ""));
  return { search: search.lines, replace, startLine };
}

/** Without blank lines and lines of dots at the ends of the search text, and as many of the same in the replacement. */
function withoutOuterLines({ search, replace, startLine }: SearchBlock): SearchBlock | undefined {
  const isText = (line: string): boolean => line.trim() !== "" && !isElision(line);
  const [first, last] = [search.findIndex(isText), search.findLastIndex(isText) + 1];
  if (first === -1 || (first === 0 && last === search.length)) return undefined;
  const after = search.length - last;
  const isBlank = (line: string): boolean => line.trim() === "";
  const head = replace.slice(0, first).every(isBlank) ? first : 0;
  const tail = after > 0 && replace.slice(-after).every(isBlank) ? after : 0;
  return {
    search: search.slice(first, last),
    replace: replace.slice(head, Math.max(head, replace.length - tail)),
    startLine: startLine === undefined ? undefined : startLine + first,
  };
}

interface Decoding {
  readonly corrected: string;
  /** undefined when the text is not encoded. */
  readonly decode: (lines: readonly string[]) => readonly string[] | undefined;
}

function decoded(block: SearchBlock, { decode, corrected }: Decoding): Variant | undefined {
  const both = decode([...block.search, ...block.replace]);
  const search = both?.slice(0, block.search.length);
  if (!both || !search || search.every((line, index) => line === block.search[index])) return undefined;
  return { search, replace: both.slice(search.length), startLine: block.startLine, corrected, exactOnly: true };
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&#91;": "[",
  "&#93;": "]",
  "&lsqb;": "[",
  "&rsqb;": "]",
  "&amp;": "&",
};
const entity = /&(?:lt|gt|quot|apos|lsqb|rsqb|amp|#39|#91|#93);/g;

/** The characters for their entities, where every such character is written as one and `fileText` has none of them. */
export function decodeEntities(lines: readonly string[], fileText: string): string[] | undefined {
  const text = lines.join("\n");
  const used = [...new Set(text.match(entity))];
  const isWhole = !/[<>&]/.test(text.replaceAll(entity, ""));
  const isMixed = used.some((name) => name !== "&amp;" && text.includes(entities[name] ?? name));
  if (used.length === 0 || !isWhole || isMixed || used.some((name) => fileText.includes(name))) return undefined;
  return lines.map((line) => line.replaceAll(entity, (name) => entities[name] ?? name));
}

/** Without one level of escaping, where every backslash belongs to `\\` or `\"`. */
function withoutDoubleEscapes(lines: readonly string[]): string[] | undefined {
  const isDoubled = lines.every((line) => !/\\/.test(line.replaceAll(/\\[\\"]/g, "")));
  return isDoubled ? lines.map((line) => line.replaceAll(/\\([\\"])/g, "$1")) : undefined;
}
