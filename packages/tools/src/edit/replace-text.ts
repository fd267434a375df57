import { ToolFailure } from "@roo-code/types";
import { splitLines } from "../text/text-lines.ts";
import { exactSpans, looseSpans } from "./find-fragment.ts";
import { findPlaceholder } from "./find-placeholder.ts";
import { LineIndex } from "./line-keys.ts";
import { type BlockTarget, locateBlock } from "./locate-block.ts";
import { replaceLines } from "./replace-lines.ts";
import { lineAt, replaceSpans, type Span, withLineFeeds } from "./text-offsets.ts";

export interface TextReplacement {
  readonly search: string;
  readonly replace: string;
  /** How many places there must be; any number from 1 for `all`. */
  readonly expected: number | "all";
  /** Lines, from 1, in which places count. */
  readonly range?: { readonly first: number; readonly last: number };
}

export interface ReplacedText {
  readonly text: string;
  readonly notice: string;
}

/**
 * A text, whole lines or a part of one, replaced in a file: where it stands exactly, or else in the one place the
 * ladder knows for it. Nothing in the replacement has a special meaning. Throws `ToolFailure`.
 */
export function replaceText(target: BlockTarget, wanted: TextReplacement): ReplacedText {
  const [search, replace] = [withLineFeeds(wanted.search), withLineFeeds(wanted.replace)];
  if (search === "")
    throw new ToolFailure("invalid_input", "There is no text to search for. Name the text to replace.");
  if (search === replace) {
    throw new ToolFailure("no_change", "The text and its replacement are the same; nothing was written.");
  }
  const text = withLineFeeds(target.text);
  const spans = preferWholeLines(inRange(exactSpans(text, search), text, wanted.range), { text, search });
  if (spans.length > 0) {
    refuseWrongCount(spans, { target, text, expected: wanted.expected });
    refusePlaceholder({ path: target.path, search, replace });
    return replaceAt(target, { text, spans, replace });
  }
  return replaceLoosely(target, { ...wanted, search, replace });
}

function replaceLoosely(target: BlockTarget, wanted: TextReplacement): ReplacedText {
  const text = withLineFeeds(target.text);
  const block = { ...blockOf(wanted), startLine: undefined };
  const index = new LineIndex(splitLines(target.text).map((line) => line.text));
  const { range } = wanted;
  const located = locateBlock(block, {
    target,
    index,
    name: "The text",
    ...(range && {
      choose: (places) => places.filter(({ start, end }) => start + 1 >= range.first && end <= range.last),
    }),
  });
  const isOutside = range && "start" in located && (located.start + 1 < range.first || located.end > range.last);
  if (!(located instanceof ToolFailure) && !isOutside && (wanted.expected === "all" || wanted.expected === 1)) {
    const notice = `Saved: lines ${located.start + 1}-${located.end}, found by overlooking ${located.overlooked.join(" and ")}.`;
    return { text: replaceLines(target.text, [located]), notice };
  }
  const spans = target.isRead ? inRange(looseSpans(text, wanted.search), text, range) : [];
  if (spans.length > 0 && (!(located instanceof ToolFailure) || located.code === "no_match")) {
    refuseWrongCount(spans, { target, text, expected: wanted.expected });
    refusePlaceholder({ path: target.path, ...wanted });
    const { replace } = wanted;
    return replaceAt(target, { text, spans, replace: /\n/.test(wanted.search) ? replace : replace.trim() });
  }
  throw located instanceof ToolFailure ? located : wrongCount(target.path, [located.start + 1], wanted.expected);
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

/** Several lines that stand somewhere as they are, and elsewhere as the beginning of longer ones, mean the former. */
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
      `The text fits ${where}; nothing was written. Add text around it until it fits one place, or say that all of them are meant.`,
    );
  }
  return new ToolFailure(
    "wrong_count",
    `${expected} places were expected, but the text fits ${where}; nothing was written.`,
  );
}

function refusePlaceholder({ path, search, replace }: { path: string; search: string; replace: string }): void {
  const found = findPlaceholder({ path, newText: replace, oldText: search });
  if (!found) return;
  throw new ToolFailure(
    "placeholder",
    `The replacement has ${JSON.stringify(found.text)} where code of "${path}" is; nothing was written. Write it out in full.`,
  );
}
