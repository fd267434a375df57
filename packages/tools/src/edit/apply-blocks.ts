import { ToolFailure } from "@roo-code/types";
import { diffArrays } from "diff";
import { joinLines, splitLines, type TextLine, usualEnding } from "../text/text-lines.ts";
import { type DiffBlock, withoutNumbers } from "./diff-blocks.ts";
import { findPlace } from "./find-place.ts";
import type { Reindent } from "./indentation.ts";
import { describeNearest } from "./nearest-text.ts";

export interface BlockTarget {
  readonly path: string;
  readonly text: string;
  /** Whether the model has seen the text; if not, only an exact match shows that it knows what it replaces. */
  readonly isRead: boolean;
}

export interface AppliedBlocks {
  readonly text: string;
  /** One line per block: where it was applied, and what was overlooked to find it. */
  readonly notes: readonly string[];
}

/** All blocks or none; only the lines they name change. Throws `ToolFailure` that tells of every block that fails. */
export function applyBlocks(target: BlockTarget, blocks: readonly DiffBlock[]): AppliedBlocks {
  const lines = splitLines(target.text);
  const texts = lines.map(({ text }) => text);
  const outcomes = blocks.map((block) => locate(texts, block, { target, count: blocks.length }));
  const failures = outcomes.flatMap((outcome) => (outcome instanceof ToolFailure ? [outcome] : []));
  const [first] = failures;
  if (first) throw new ToolFailure(first.code, failures.map(({ message }) => message).join("\n\n"));
  const edits = outcomes
    .flatMap((outcome) => (outcome instanceof ToolFailure ? [] : [outcome]))
    .toSorted((left, right) => left.start - right.start);
  refuseOverlap(edits);
  return { text: joinLines(replaceLines(lines, edits)), notes: edits.map(describe) };
}

/** A block and the lines it replaces. */
interface LineEdit {
  readonly block: DiffBlock;
  readonly start: number;
  readonly end: number;
  readonly reindent: Reindent;
  readonly rung: string;
}

function locate(
  lines: readonly string[],
  block: DiffBlock,
  { target, count }: { target: BlockTarget; count: number },
): LineEdit | ToolFailure {
  const name = count === 1 ? "The block" : `Block ${block.number} of ${count}`;
  if (block.search.every((line) => line.trim() === "")) {
    return new ToolFailure("invalid_diff", `${name} has nothing to search for. Name the lines to replace.`);
  }
  if (isSame(block.search, block.replace)) {
    return new ToolFailure("no_change", `${name} replaces its text by the same text. Leave it out.`);
  }
  // With the numbers first: a file may really contain them.
  for (const variant of [block, withoutNumbers(block)]) {
    const place = variant && findPlace(lines, variant, { exactOnly: !target.isRead });
    if (place?.kind === "ambiguous") return ambiguous(name, target.path, place.starts);
    if (place?.kind === "found") {
      const { start, reindent, rung } = place;
      return { block: variant ?? block, start, end: start + block.search.length, reindent, rung };
    }
  }
  return missing(name, target, describeNearest(lines, (withoutNumbers(block) ?? block).search));
}

function replaceLines(lines: readonly TextLine[], edits: readonly LineEdit[]): TextLine[] {
  const changed = edits.flatMap((edit, index) => [
    ...lines.slice(edits[index - 1]?.end ?? 0, edit.start),
    ...replacement(lines, edit),
  ]);
  return withEndings([...changed, ...lines.slice(edits.at(-1)?.end ?? 0)], lines);
}

/** Lines that the block repeats unchanged stay as the file has them, to the last space. */
function replacement(lines: readonly TextLine[], { block, start, reindent }: LineEdit): TextLine[] {
  const ending = lines[start]?.ending ?? "";
  let position = start;
  return diffArrays([...block.search], [...block.replace]).flatMap(({ added, removed, value }): TextLine[] => {
    if (added) return value.map((line) => ({ text: reindent(line), ending }));
    position += value.length;
    return removed ? [] : lines.slice(position - value.length, position);
  });
}

/** Every line ends, but the last one only if the last one did before. */
function withEndings(result: readonly TextLine[], before: readonly TextLine[]): TextLine[] {
  const usual = usualEnding(before);
  const hadFinalEnding = before.at(-1)?.ending !== "";
  return result.map((line, index) => {
    if (index === result.length - 1 && !hadFinalEnding) return { ...line, ending: "" };
    return line.ending === "" ? { ...line, ending: usual } : line;
  });
}

function refuseOverlap(edits: readonly LineEdit[]): void {
  const second = edits.find(({ start }, index) => start < (edits[index - 1]?.end ?? 0));
  if (!second) return;
  throw new ToolFailure(
    "overlapping_blocks",
    `Two blocks change line ${second.start + 1}; nothing was written. Make them one block.`,
  );
}

function describe({ block, start, end, rung }: LineEdit): string {
  const place = `block ${block.number} at lines ${start + 1}-${end}`;
  return rung === "exact" ? place : `${place} (found by overlooking ${rung})`;
}

function ambiguous(name: string, path: string, starts: readonly number[]): ToolFailure {
  const shown = starts.slice(0, 10).map((start) => start + 1);
  const places = starts.length > shown.length ? `${shown.join(", ")}, …` : shown.join(" and ");
  return new ToolFailure(
    "ambiguous_match",
    `${name} fits ${starts.length} places in "${path}" (lines ${places}); nothing was written. Add lines around it to the search text, or :start_line:.`,
  );
}

function missing(name: string, { path, isRead }: BlockTarget, nearest: string | undefined): ToolFailure {
  const advice = isRead
    ? "Copy the search text exactly as the file has it, without line numbers."
    : "You have not read this file, so only an exact match counts: read it first.";
  const head = `${name} was not found in "${path}"; nothing was written.`;
  return new ToolFailure("no_match", [head, nearest, advice].filter((part) => part !== undefined).join("\n"));
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}
