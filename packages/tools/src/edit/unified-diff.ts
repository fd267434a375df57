import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { changedPart } from "./changed-part.ts";

/** Beyond so many changed lines a diff takes long to compute and nobody reads it. */
const maxEditLength = 4000;
const maxLength = 100_000;
const maxShownLines = 40;
const maxShownLength = 4000;

/** What changes, for the person who approves it. `before` is undefined for a new file, `after` for one that goes. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  const oldName = before === undefined ? "/dev/null" : `a/${path}`;
  const newName = after === undefined ? "/dev/null" : `b/${path}`;
  const patch = createPatch({ oldName, newName, before: before ?? "", after: after ?? "", context: 3 });
  if (patch === undefined) return `(${path}: too many changes to be shown)\n${(after ?? "").slice(0, maxLength)}`;
  return patch.length <= maxLength ? patch : `${patch.slice(0, maxLength)}\n(the diff goes on)`;
}

/** A short diff for the model, without file names. */
export function changedLines(before: string, after: string): string {
  const patch = createPatch({ oldName: "", newName: "", before, after, context: 1 });
  if (patch === undefined) return "(more than can be shown)";
  const lines = patch.split("\n").slice(2);
  const shown = lines.slice(0, maxShownLines).join("\n").slice(0, maxShownLength).toWellFormed().trimEnd();
  return shown.length < lines.join("\n").trimEnd().length ? `${shown}\n(more changed)` : shown;
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
