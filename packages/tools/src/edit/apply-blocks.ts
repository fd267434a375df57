import { ToolFailure } from "@roo-code/types";
import { splitLines } from "../text/text-lines.ts";
import type { DiffBlock } from "./diff-blocks.ts";
import { LineIndex } from "./line-keys.ts";
import { type BlockTarget, type LocatedBlock, locateBlock } from "./locate-block.ts";
import { narrowed, replaceLines } from "./replace-lines.ts";

export interface AppliedBlocks {
  readonly text: string;
  /** One line per block: where it was applied, and what was ignored to find it. */
  readonly notes: readonly string[];
}

/** Applies all blocks or none; only their lines change. Throws a `ToolFailure` that lists every failing block. */
export function applyBlocks(target: BlockTarget, blocks: readonly DiffBlock[]): AppliedBlocks {
  const index = new LineIndex(splitLines(target.text).map(({ text }) => text));
  const [changing, unchanged] = [blocks.filter(changesSomething), blocks.filter((block) => !changesSomething(block))];
  if (changing.length === 0) throw new ToolFailure("no_change", describeUnchanged(unchanged));
  const outcomes = changing.map((block) => {
    const name = blocks.length === 1 ? "The block" : `Block ${block.number} of ${blocks.length}`;
    return { block, outcome: locateBlock(block, { target, index, name }) };
  });
  const failures = outcomes.flatMap(({ outcome }) => (outcome instanceof ToolFailure ? [outcome] : []));
  const [first] = failures;
  if (first) throw new ToolFailure(first.code, failures.map(({ message }) => message).join("\n\n"));
  const edits = outcomes
    .flatMap(({ block, outcome }) => (outcome instanceof ToolFailure ? [] : [{ ...outcome, block }]))
    .toSorted((left, right) => left.start - right.start);
  refuseOverlap(edits);
  const notes = unchanged.length === 0 ? edits.map(describe) : [...edits.map(describe), describeUnchanged(unchanged)];
  return { text: replaceLines(target.text, edits), notes };
}

export function refuseOverlap(located: readonly LocatedBlock[]): void {
  const matches = located.map(narrowed).toSorted((left, right) => left.start - right.start);
  const second = matches.find(({ start }, index) => start < (matches[index - 1]?.end ?? 0));
  if (!second) return;
  throw new ToolFailure(
    "overlapping_blocks",
    `Two blocks change line ${second.start + 1}; nothing was written. Merge them into one block.`,
  );
}

function describe({ block, start, end, ignored }: LocatedBlock & { readonly block: DiffBlock }): string {
  const location = `block ${block.number} at lines ${start + 1}-${end}`;
  return ignored.length === 0 ? location : `${location} (matched ignoring ${ignored.join(" and ")})`;
}

function changesSomething({ search, replace }: DiffBlock): boolean {
  return search.length !== replace.length || search.some((line, index) => line !== replace[index]);
}

function describeUnchanged(blocks: readonly DiffBlock[]): string {
  const numbers = blocks.map(({ number }) => number).join(", ");
  return `block ${numbers} replaces its text with the same text: omit it`;
}
