import { ToolFailure } from "@roo-code/types";
import { variantsOf } from "./block-variants.ts";
import { isElision } from "./elided-lines.ts";
import { findPlace, type Place, type PlaceOptions, type Wanted } from "./find-place.ts";
import { findPlaceholder, isPlaceholder } from "./find-placeholder.ts";
import type { LineIndex } from "./line-keys.ts";
import { describeNearest } from "./nearest-text.ts";

export interface BlockTarget {
  readonly path: string;
  readonly text: string;
  /** Whether the model has seen the text; if not, only an exact match shows that it knows what it replaces. */
  readonly isRead: boolean;
}

export interface LocatedBlock extends Place {
  /** What was overlooked to find it; empty for an exact match. */
  readonly overlooked: readonly string[];
}

interface Request {
  readonly target: BlockTarget;
  readonly index: LineIndex;
  /** How failures call the block. */
  readonly name: string;
  readonly choose?: PlaceOptions["choose"];
}

/** Where a block belongs and what its lines become, or why that cannot be told. */
export function locateBlock(block: Wanted, { target, index, name, choose }: Request): LocatedBlock | ToolFailure {
  if (block.search.every((line) => line.trim() === "")) {
    return new ToolFailure("invalid_diff", `${name} has nothing to search for. Name the lines to replace.`);
  }
  for (const variant of variantsOf(block, target.text)) {
    const place = findPlace(index, variant, {
      exactOnly: !target.isRead || variant.exactOnly,
      ...(choose && { choose }),
    });
    if (place.kind === "ambiguous") return ambiguous(name, target.path, place.places);
    if (place.kind === "missing") continue;
    const placeholder = replacementPlaceholder(variant, target);
    if (placeholder) return lazy(name, target.path, placeholder);
    const overlooked = [variant.undone, place.rung === "exact" ? undefined : place.rung];
    return { ...place, overlooked: overlooked.filter((what) => what !== undefined) };
  }
  const placeholder = replacementPlaceholder(block, target);
  return placeholder ? lazy(name, target.path, placeholder) : missing({ name, target, index, block });
}

function replacementPlaceholder({ search, replace }: Wanted, { path, text }: BlockTarget): string | undefined {
  const isElided = search.some(isElision);
  const stands = (line: string): boolean => isPlaceholder(line) && (isElided || /\.{3}|…/.test(line));
  const found = replace.find((line) => (stands(line) || (isElided && isElision(line))) && !text.includes(line.trim()));
  if (found !== undefined) return found.trim();
  return findPlaceholder({ path, newText: replace.join("\n"), oldText: search.join("\n") })?.text;
}

function lazy(name: string, path: string, line: string): ToolFailure {
  return new ToolFailure(
    "placeholder",
    `${name} would put ${JSON.stringify(line)} into "${path}" where code is; nothing was written. Write the replacement out in full, or make smaller blocks that leave that code alone.`,
  );
}

function ambiguous(name: string, path: string, places: readonly Place[]): ToolFailure {
  const shown = places.slice(0, 10).map(({ start }) => start + 1);
  const lines = places.length > shown.length ? `${shown.join(", ")}, …` : shown.join(" and ");
  return new ToolFailure(
    "ambiguous_match",
    `${name} fits ${places.length} places in "${path}" (lines ${lines}); nothing was written. Add lines around it to the search text, or say the line where it begins.`,
  );
}

interface Miss extends Pick<Request, "name" | "target" | "index"> {
  readonly block: Wanted;
}

function missing({ name, target: { path, isRead, text }, index, block }: Miss): ToolFailure {
  const plain = variantsOf(block, text).find(({ undone }) => undone === "line numbers") ?? block;
  const [only = "", ...others] = plain.search;
  const isFragment = isRead && others.length === 0 && text.includes(only.trim());
  const advice = isRead
    ? "Copy the search text exactly as the file has it, without line numbers."
    : "You have not read this file, so only an exact match counts: read it first.";
  const parts = [
    `${name} was not found in "${path}"; nothing was written.`,
    describeNearest(index.lines, plain.search),
    isFragment ? "The search text is a part of a line; give whole lines." : advice,
  ];
  return new ToolFailure("no_match", parts.filter((part) => part !== undefined).join("\n"));
}
