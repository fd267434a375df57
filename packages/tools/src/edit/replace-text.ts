import { ToolFailure } from "@roo-code/types";
import { splitLines } from "../text/text-lines.ts";
import { findPlaceholder } from "./find-placeholder.ts";
import { LineIndex } from "./line-keys.ts";
import { type BlockTarget, locateBlock } from "./locate-block.ts";
import { normaliseCharacters } from "./normalise-characters.ts";
import { replaceLines } from "./replace-lines.ts";
import { lineAt, replaceSpans, type Span, withLineFeeds } from "./text-offsets.ts";

export interface TextReplacement {
  readonly search: string;
  readonly replace: string;
  /** How many matches there must be; any number from 1 for `all`. */
  readonly expected: number | "all";
  /** Only matches in these lines count, from 1. */
  readonly range?: { readonly first: number; readonly last: number };
}

export interface ReplacedText {
  readonly text: string;
  readonly notice: string;
}

/**
 * Replaces a text, whole lines or part of one, in a file: where it matches exactly, or else at the one lenient match.
 * The replacement is literal. Throws `ToolFailure`.
 */
export function replaceText(target: BlockTarget, replacement: TextReplacement): ReplacedText {
  const [search, replace] = [withLineFeeds(replacement.search), withLineFeeds(replacement.replace)];
  if (search === "") throw new ToolFailure("invalid_input", "The search text is empty. Pass the text to replace.");
  if (search === replace) {
    throw new ToolFailure("no_change", "The text and its replacement are the same; nothing was written.");
  }
  const text = withLineFeeds(target.text);
  const spans = preferWholeLines(inRange(exactSpans(text, search), text, replacement.range), { text, search });
  if (spans.length > 0) {
    refuseWrongCount(spans, { target, text, expected: replacement.expected });
    refusePlaceholder({ path: target.path, search, replace });
    return replaceAt(target, { text, spans, replace });
  }
  return replaceLeniently(target, { ...replacement, search, replace });
}

function replaceLeniently(target: BlockTarget, replacement: TextReplacement): ReplacedText {
  const text = withLineFeeds(target.text);
  const block = { ...blockOf(replacement), startLine: undefined };
  const index = new LineIndex(splitLines(target.text).map((line) => line.text));
  const { range } = replacement;
  const located = locateBlock(block, {
    target,
    index,
    name: "The text",
    choose: range
      ? (matches) => matches.filter(({ start, end }) => start + 1 >= range.first && end <= range.last)
      : undefined,
  });
  const isOutside = range && "start" in located && (located.start + 1 < range.first || located.end > range.last);
  if (
    !(located instanceof ToolFailure) &&
    !isOutside &&
    (replacement.expected === "all" || replacement.expected === 1)
  ) {
    const notice = `Saved: lines ${located.start + 1}-${located.end}, matched ignoring ${located.ignored.join(" and ")}.`;
    return { text: replaceLines(target.text, [located]), notice };
  }
  const spans = target.isRead ? inRange(lenientSpans(text, replacement.search), text, range) : [];
  if (spans.length > 0 && (!(located instanceof ToolFailure) || located.code === "no_match")) {
    refuseWrongCount(spans, { target, text, expected: replacement.expected });
    refusePlaceholder({ path: target.path, ...replacement });
    const { replace } = replacement;
    return replaceAt(target, { text, spans, replace: /\n/.test(replacement.search) ? replace : replace.trim() });
  }
  throw located instanceof ToolFailure ? located : wrongCount(target.path, [located.start + 1], replacement.expected);
}

function blockOf({ search, replace }: TextReplacement): { search: string[]; replace: string[] } {
  const lines = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
  return { search: lines(search), replace: lines(replace) };
}

function replaceAt(
  target: BlockTarget,
  { text, spans, replace }: { text: string; spans: readonly Span[]; replace: string },
): ReplacedText {
  const lines = spans.slice(0, 10).map(({ start }) => lineAt(text, start + 1));
  const places = spans.length === 1 ? "1 place" : `${spans.length} places`;
  return {
    text: replaceSpans(
      target.text,
      spans.map((span) => ({ ...span, text: replace })),
    ),
    notice: `Saved: ${places} replaced (line ${lines.join(", ")}${spans.length > lines.length ? ", …" : ""}).`,
  };
}

function inRange(spans: readonly Span[], text: string, range: TextReplacement["range"]): readonly Span[] {
  if (!range) return spans;
  return spans.filter(({ start, end }) => lineAt(text, start + 1) >= range.first && lineAt(text, end) <= range.last);
}

/** When several lines match as whole lines once, and elsewhere only as the start of longer ones, the former counts. */
function preferWholeLines(spans: readonly Span[], { text, search }: { text: string; search: string }): readonly Span[] {
  if (spans.length < 2 || !search.trim().includes("\n")) return spans;
  const isWhole = ({ start, end }: Span): boolean =>
    (start === 0 || text[start - 1] === "\n") && (end === text.length || text[end] === "\n" || text[end - 1] === "\n");
  const whole = spans.filter(isWhole);
  return whole.length === 1 ? whole : spans;
}

interface Count {
  readonly target: BlockTarget;
  readonly text: string;
  readonly expected: number | "all";
}

function refuseWrongCount(spans: readonly Span[], { target, text, expected }: Count): void {
  if (expected === "all" || spans.length === expected) return;
  const lines = spans.slice(0, 10).map(({ start }) => lineAt(text, start + 1));
  throw wrongCount(target.path, lines, expected, spans.length);
}

function wrongCount(
  path: string,
  lines: readonly number[],
  expected: number | "all",
  count = lines.length,
): ToolFailure {
  const where = `${count} ${count === 1 ? "place" : "places"} in "${path}" (lines ${lines.join(" and ")}${count > lines.length ? " …" : ""})`;
  if (expected === 1 || expected === "all") {
    return new ToolFailure(
      "ambiguous_match",
      `The text matches ${where}; nothing was written. Add surrounding text until it matches one place, or replace all matches.`,
    );
  }
  return new ToolFailure(
    "wrong_count",
    `Expected ${expected} matches, but the text matches ${where}; nothing was written.`,
  );
}

function refusePlaceholder({ path, search, replace }: { path: string; search: string; replace: string }): void {
  const found = findPlaceholder({ path, newText: replace, oldText: search });
  if (!found) return;
  throw new ToolFailure(
    "placeholder",
    `The replacement has the placeholder ${JSON.stringify(found.text)} instead of code of "${path}"; nothing was written. Write the code out in full.`,
  );
}

const minLength = 4;

/** Every exact match, without overlaps. */
function exactSpans(text: string, search: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(search); start !== -1; start = text.indexOf(search, start + search.length)) {
    spans.push({ start, end: start + search.length });
  }
  return spans;
}

/**
 * Matches inside lines that differ only in the amount of white space and in typographic characters. They start and end
 * at word boundaries.
 */
function lenientSpans(text: string, search: string): Span[] {
  const plain = flatten(search.trim());
  if (plain.text.length < minLength) return [];
  const whole = flatten(text);
  return exactSpans(whole.text, plain.text).flatMap(({ start, end }): Span[] => {
    if (splitsWord(whole.text, start) || splitsWord(whole.text, end)) return [];
    const [from, to] = [whole.offsets[start], whole.offsets[end - 1]];
    return from === undefined || to === undefined ? [] : [{ start: from, end: to + 1 }];
  });
}

/** Plain characters with single spaces, line breaks kept, and the original offset of each. */
function flatten(text: string): { text: string; offsets: number[] } {
  const characters: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const plain = plainCharacter(text[at] ?? "");
    if (plain === " " && characters.at(-1) === " ") continue;
    for (const character of plain) {
      characters.push(character);
      offsets.push(at);
    }
  }
  return { text: characters.join(""), offsets };
}

/** A cache: a text has millions of characters, but few distinct ones. */
const plainCharacters = new Map<string, string>([["\n", "\n"]]);

function plainCharacter(character: string): string {
  const known = plainCharacters.get(character);
  if (known !== undefined) return known;
  const plain = normaliseCharacters(character).replace(/\s/, " ");
  plainCharacters.set(character, plain);
  return plain;
}

function splitsWord(text: string, at: number): boolean {
  return at > 0 && /\w/.test(text[at - 1] ?? "") && /\w/.test(text[at] ?? "");
}
