import { ToolFailure } from "@roo-code/types";
import { dominantEnding, splitLines } from "../../text/text-lines.ts";
import { refuseOverlap } from "../apply-blocks.ts";
import type { Match } from "../find-match.ts";
import { LineIndex, plainKey } from "../line-keys.ts";
import { type BlockTarget, type LocatedBlock, locateBlock } from "../locate-block.ts";
import { replaceLines } from "../replace-lines.ts";
import type { PatchHunk } from "./patch-section.ts";

/** A file's text with all hunks applied. Throws a `ToolFailure` that lists every failing hunk. */
export function applyHunks(target: BlockTarget, hunks: readonly PatchHunk[]): { text: string; notes: string[] } {
  const index = new LineIndex(splitLines(target.text).map(({ text }) => text));
  const matches: LocatedBlock[] = [];
  const failures: ToolFailure[] = [];
  for (const [number, hunk] of hunks.entries()) {
    const name = hunks.length === 1 ? "The hunk" : `Hunk ${number + 1} of ${hunks.length}`;
    const location = locateHunk(hunk, { target, index, name, after: matches.at(-1)?.end ?? 0 });
    if (location instanceof ToolFailure) failures.push(location);
    else matches.push(location);
  }
  const [first] = failures;
  if (first) throw new ToolFailure(first.code, failures.map(({ message }) => message).join("\n\n"));
  refuseOverlap(matches);
  const text = withFinalBreak(replaceLines(target.text, matches), hunks);
  return { text, notes: matches.map(describe) };
}

interface Request {
  readonly target: BlockTarget;
  readonly index: LineIndex;
  readonly name: string;
  /** Where the previous hunk ends. */
  readonly after: number;
}

function locateHunk(hunk: PatchHunk, { target, index, name, after }: Request): LocatedBlock | ToolFailure {
  if (hunk.search.length === 0) return insertion(hunk, { target, index, name, after });
  return locateBlock(hunk, { target, index, name, choose: (matches) => choose(hunk, { index, after }, matches) });
}

/** Of several equal matches: the one that the hunk's `@@` lines or end-of-file marker select, or the only one below the last hunk. */
function choose(
  { contexts, isEndOfFile }: PatchHunk,
  { index, after }: Pick<Request, "index" | "after">,
  matches: readonly Match[],
): readonly Match[] {
  if (isEndOfFile) return matches.filter(({ end }) => end === index.lines.length);
  if (contexts.length === 0) return after === 0 ? matches : matches.filter(({ start }) => start >= after);
  const below = contextPositions(index, contexts).flatMap((line) => {
    const first = matches.find(({ start }) => start >= line);
    return first ? [first] : [];
  });
  return [...new Set(below)];
}

/** The lines after which each context was found, in order. */
function contextPositions(index: LineIndex, contexts: readonly string[]): number[] {
  const keys = index.plainKeys;
  const [first = "", ...inner] = contexts.map(plainKey);
  const matches = (key: string, context: string): boolean => key === context || key.startsWith(`${context} `);
  const outer = keys.flatMap((key, line) => (key === first || key.startsWith(first) ? [line] : []));
  return outer.flatMap((line) => {
    let at = line;
    for (const context of inner) {
      at = keys.findIndex((key, position) => position > at && (matches(key, context) || key.startsWith(context)));
      if (at === -1) return [];
    }
    return [at];
  });
}

function insertion(hunk: PatchHunk, { index, name, target }: Request): LocatedBlock | ToolFailure {
  const count = index.lines.length;
  if (hunk.contexts.length > 0) {
    return new ToolFailure(
      "no_match",
      `${name} only adds lines and has no context, so its position in "${target.path}" is unknown; nothing was written. Add a line before or after them as context.`,
    );
  }
  const start = hunk.startLine === undefined ? count : Math.min(hunk.startLine, count);
  return { start, end: start, pieces: hunk.replace, ignored: [] };
}

function withFinalBreak(text: string, hunks: readonly PatchHunk[]): string {
  const { endsWithBreak } = hunks.findLast((hunk) => hunk.endsWithBreak !== undefined) ?? {};
  if (endsWithBreak === undefined || text === "") return text;
  const bare = text.replace(/\r?\n$/, "");
  return endsWithBreak ? bare + dominantEnding(splitLines(text)) : bare;
}

function describe({ start, end, ignored }: LocatedBlock): string {
  const location = end === start ? `after line ${start}` : `lines ${start + 1}-${end}`;
  return ignored.length === 0 ? location : `${location} (matched ignoring ${ignored.join(" and ")})`;
}
