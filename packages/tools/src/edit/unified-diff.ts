import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

/** With more changed lines a diff takes long to compute and is too long to review. */
const maxEditLength = 4000;
const maxDiffLength = 100_000;
const maxShownLines = 40;
const maxShownLength = 4000;

/** The diff shown for approval. `before` is undefined for a new file, `after` for a deleted one. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  const oldName = before === undefined ? "/dev/null" : `a/${path}`;
  const newName = after === undefined ? "/dev/null" : `b/${path}`;
  const patch = createPatch({ oldName, newName, before: before ?? "", after: after ?? "", context: 3 });
  if (patch === undefined) return `(${path}: too many changes to show)\n${(after ?? "").slice(0, maxDiffLength)}`;
  return patch.length <= maxDiffLength ? patch : `${patch.slice(0, maxDiffLength)}\n(diff truncated)`;
}

/** A short diff for the model, without file names. */
export function changedLines(before: string, after: string): string {
  const patch = createPatch({ oldName: "", newName: "", before, after, context: 1 });
  if (patch === undefined) return "(too many changes to show)";
  const lines = patch.split("\n").slice(2);
  const shown = lines.slice(0, maxShownLines).join("\n").slice(0, maxShownLength).toWellFormed().trimEnd();
  return shown.length < lines.join("\n").trimEnd().length ? `${shown}\n(more changes)` : shown;
}

interface Texts {
  readonly oldName: string;
  readonly newName: string;
  readonly before: string;
  readonly after: string;
  readonly context: number;
}

/** undefined when there is too much to compare. */
function createPatch({ oldName, newName, before, after, context }: Texts): string | undefined {
  const part = changedPart({ before, after, context });
  const options = { context, maxEditLength };
  const patch = structuredPatch(oldName, newName, part.before, part.after, undefined, undefined, options);
  if (!patch) return undefined;
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + part.linesBefore,
    newStart: hunk.newStart + part.linesBefore,
  }));
  return formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY);
}

interface TwoTexts {
  readonly before: string;
  readonly after: string;
  /** Unchanged lines kept on both sides. */
  readonly context: number;
}

/**
 * Two texts without their common first and last lines: comparing those takes most of the time in a large file.
 */
function changedPart({ before, after, context }: TwoTexts): {
  before: string;
  after: string;
  linesBefore: number;
} {
  const start = lineStart(before, commonPrefix(before, after), context);
  const suffix = commonSuffix(before, after, start);
  const cut = suffix - lineEnd(before, before.length - suffix, context);
  const kept = Math.max(0, cut);
  return {
    before: before.slice(start, before.length - kept),
    after: after.slice(start, after.length - kept),
    linesBefore: countLines(before, start),
  };
}

function commonPrefix(left: string, right: string): number {
  const maxLength = Math.min(left.length, right.length);
  let length = 0;
  while (length < maxLength && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

function commonSuffix(left: string, right: string, from: number): number {
  const maxLength = Math.min(left.length, right.length) - from;
  let length = 0;
  while (
    length < maxLength &&
    left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)
  ) {
    length += 1;
  }
  return length;
}

/** The start of the line at an offset, or of one `context` lines above it. */
function lineStart(text: string, offset: number, context: number): number {
  let at = offset;
  for (let line = 0; line <= context && at > 0; line += 1) at = text.lastIndexOf("\n", at - 1);
  return at <= 0 ? 0 : at + 1;
}

/** How many characters follow until the end of the line at an offset and of `context` lines more. */
function lineEnd(text: string, offset: number, context: number): number {
  let at = offset;
  for (let line = 0; line <= context; line += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length - offset;
    at = end + 1;
  }
  return at - offset;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
