import { ToolFailure } from "@roo-code/types";
import { type RegexMatch, regexSpans } from "./regex-spans.ts";
import type { ReplacedText } from "./replace-text.ts";
import { lineAt, replaceSpans, withLineFeeds } from "./text-offsets.ts";

interface PatternReplacement {
  readonly pattern: string;
  readonly replace: string;
  readonly isRegex: boolean;
  readonly ignoreCase: boolean;
  readonly all: boolean;
  readonly range?: { readonly first: number; readonly last: number };
  readonly signal: AbortSignal;
}

/** Replaces the one match, or all; `^` and `$` are the ends of lines. Throws `ToolFailure`. */
export async function replacePatterns(
  target: { readonly path: string; readonly text: string },
  replacement: PatternReplacement,
): Promise<ReplacedText> {
  const text = withLineFeeds(target.text);
  const regex = replacement.isRegex ? replacement.pattern : literal(withLineFeeds(replacement.pattern));
  const found = await regexSpans({ text, regex, ignoreCase: replacement.ignoreCase, signal: replacement.signal });
  const matches = replacement.range ? found.filter((match) => isWithin(match, text, replacement.range)) : found;
  if (matches.length === 0) {
    throw new ToolFailure("no_match", `Nothing in "${target.path}" matches; nothing was written.`);
  }
  const lines = matches.slice(0, 10).map(({ start }) => lineAt(text, start + 1));
  if (matches.length > 1 && !replacement.all) {
    throw new ToolFailure(
      "ambiguous_match",
      `${matches.length} places in "${target.path}" match (lines ${lines.join(" and ")}${matches.length > lines.length ? " …" : ""}); nothing was written. Make the expression match only one, or set replace_all.`,
    );
  }
  const newText = withLineFeeds(replacement.replace);
  const edits = matches.map((match) => ({
    start: match.start,
    end: match.end,
    text: replacement.isRegex ? expandReplacement(newText, match) : newText,
  }));
  const places = matches.length === 1 ? "1 place" : `${matches.length} places`;
  const more = matches.length > lines.length ? ", …" : "";
  return {
    text: replaceSpans(target.text, edits),
    notice: `Saved: ${places} replaced (line ${lines.join(", ")}${more}).`,
  };
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function isWithin({ start, end }: RegexMatch, text: string, range: PatternReplacement["range"]): boolean {
  return !range || (lineAt(text, start + 1) >= range.first && lineAt(text, Math.max(end, start + 1)) <= range.last);
}

/** The replacement of one match: `$1`, `$<name>`, `$&` and `$$` as in JavaScript. */
function expandReplacement(replacement: string, { groups, names }: RegexMatch): string {
  return replacement.replaceAll(/\$(?:(\$)|(&)|<([^>]*)>|(\d{1,2}))/g, (all, ...parts: (string | undefined)[]) => {
    const [dollar, whole, name, number] = parts;
    if (dollar !== undefined) return "$";
    if (whole !== undefined) return groups[0] ?? "";
    if (name !== undefined) return Object.hasOwn(names, name) ? (names[name] ?? "") : all;
    const index = Number(number);
    return index > 0 && index < groups.length ? (groups[index] ?? "") : all;
  });
}
