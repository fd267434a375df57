import { ToolFailure } from "@roo-code/types";
import { variantsOf } from "./block-variants.ts";
import { isElision } from "./elided-lines.ts";
import { findMatch, type Match, type MatchOptions, type SearchBlock } from "./find-match.ts";
import { findPlaceholder, isPlaceholder } from "./find-placeholder.ts";
import type { LineIndex } from "./line-keys.ts";
import { describeNearest } from "./nearest-text.ts";

export interface BlockTarget {
  readonly path: string;
  readonly text: string;
  /** Whether the model has read the text; if not, only an exact match shows that it knows what it replaces. */
  readonly isRead: boolean;
}

export interface LocatedBlock extends Match {
  /** Differences ignored to find it; empty for an exact match. */
  readonly ignored: readonly string[];
}

interface Request {
  readonly target: BlockTarget;
  readonly index: LineIndex;
  /** The block's name in failures. */
  readonly name: string;
  readonly choose?: MatchOptions["choose"];
}

/** Where a block matches and what its lines become, or why it does not. */
export function locateBlock(block: SearchBlock, { target, index, name, choose }: Request): LocatedBlock | ToolFailure {
  if (block.search.every((line) => line.trim() === "")) {
    return new ToolFailure("invalid_diff", `${name} has no search text. Add the lines to replace.`);
  }
  for (const variant of variantsOf(block, target.text)) {
    const match = findMatch(index, variant, {
      exactOnly: !target.isRead || variant.exactOnly,
      choose,
    });
    if (match.kind === "ambiguous") return ambiguousFailure(name, target.path, match.matches);
    if (match.kind === "missing") continue;
    const placeholder = replacementPlaceholder(variant, target);
    if (placeholder) return placeholderFailure(name, target.path, placeholder);
    const ignored = [variant.corrected, match.level === "exact" ? undefined : match.level];
    return { ...match, ignored: ignored.filter((what) => what !== undefined) };
  }
  const placeholder = replacementPlaceholder(block, target);
  return placeholder
    ? placeholderFailure(name, target.path, placeholder)
    : missingFailure({ name, target, index, block });
}

function replacementPlaceholder({ search, replace }: SearchBlock, { path, text }: BlockTarget): string | undefined {
  const isElided = search.some(isElision);
  const isDotted = (line: string): boolean => isPlaceholder(line) && (isElided || /\.{3}|…/.test(line));
  const found = replace.find(
    (line) => (isDotted(line) || (isElided && isElision(line))) && !text.includes(line.trim()),
  );
  if (found !== undefined) return found.trim();
  return findPlaceholder({ path, newText: replace.join("\n"), oldText: search.join("\n") })?.text;
}

function placeholderFailure(name: string, path: string, line: string): ToolFailure {
  return new ToolFailure(
    "placeholder",
    `${name} would replace code of "${path}" with ${JSON.stringify(line)}; nothing was written. Write the replacement out in full, or use smaller blocks that do not include that code.`,
  );
}

function ambiguousFailure(name: string, path: string, matches: readonly Match[]): ToolFailure {
  const shown = matches.slice(0, 10).map(({ start }) => start + 1);
  const lines = matches.length > shown.length ? `${shown.join(", ")}, …` : shown.join(" and ");
  return new ToolFailure(
    "ambiguous_match",
    `${name} matches ${matches.length} places in "${path}" (lines ${lines}); nothing was written. Add surrounding lines to the search text, or add its start line.`,
  );
}

interface Miss extends Pick<Request, "name" | "target" | "index"> {
  readonly block: SearchBlock;
}

function missingFailure({ name, target: { path, isRead, text }, index, block }: Miss): ToolFailure {
  const plain = variantsOf(block, text).find(({ corrected }) => corrected === "line numbers") ?? block;
  const [only = "", ...others] = plain.search;
  const isFragment = isRead && others.length === 0 && text.includes(only.trim());
  const advice = isRead
    ? "Copy the search text exactly from the file, without line numbers."
    : "You have not read this file, so only an exact match counts: read it first.";
  const parts = [
    `${name} was not found in "${path}"; nothing was written.`,
    describeNearest(index.lines, plain.search),
    isFragment ? "The search text is only part of a line: use whole lines." : advice,
  ];
  return new ToolFailure("no_match", parts.filter((part) => part !== undefined).join("\n"));
}
