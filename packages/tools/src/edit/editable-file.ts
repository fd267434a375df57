import type { ToolContext, Workspace } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { decodeText, type TextFormat } from "../text/text-encoding.ts";
import { knownText, rememberText } from "./known-texts.ts";
import { changedLines } from "./unified-diff.ts";

/** A text file before an edit. */
export interface EditableFile {
  readonly workspace: Workspace;
  /** Workspace-relative. */
  readonly path: string;
  /** Whether the model has seen this content. */
  readonly isRead: boolean;
  /** undefined when there is no file yet. */
  readonly current: FileText | undefined;
}

export interface FileText {
  readonly version: string;
  readonly text: string;
  readonly format: TextFormat;
}

/** Throws `ToolFailure` when the file changed since the model saw it, or is not text. */
export async function openForEdit(requested: string, context: ToolContext): Promise<EditableFile> {
  const path = await context.workspace.files.resolve(requested);
  const current = await readCurrent(path, context);
  const seen = context.seenVersion(path);
  if (seen !== undefined && seen !== (current?.version ?? null)) throw changed(path, { seen, current, context });
  if (current) rememberText(context.workspace, current.version, current.text);
  return { workspace: context.workspace, path, current, isRead: seen !== undefined };
}

/** Like `openForEdit`, for a file that must exist. */
export async function openExisting(
  requested: string,
  context: ToolContext,
): Promise<EditableFile & { readonly current: FileText }> {
  const file = await openForEdit(requested, context);
  const { current } = file;
  if (current) return { ...file, current };
  throw new ToolFailure("not_found", `There is no file "${requested}" to change. Create it with write_to_file.`);
}

async function readCurrent(path: string, { workspace }: ToolContext): Promise<EditableFile["current"]> {
  if (!(await workspace.files.stat(path))) return undefined;
  const { bytes, size, version } = await workspace.files.read(path);
  if (bytes.length < size) {
    throw new ToolFailure("too_large", `"${path}" has ${size} bytes, too many to edit here. Use a command instead.`);
  }
  const decoded = decodeText(bytes);
  if (decoded) return { version, ...decoded };
  throw new ToolFailure("binary_file", `"${path}" is a binary file (${size} bytes) and cannot be edited as text.`);
}

interface Change {
  readonly seen: string | null;
  readonly current: FileText | undefined;
  readonly context: ToolContext;
}

function changed(path: string, { seen, current, context }: Change): ToolFailure {
  const advice = "nothing was written. Read it again, then repeat the edit.";
  if (!current) return new ToolFailure("file_changed", `"${path}" has been deleted since you last saw it; ${advice}`);
  if (seen === null)
    return new ToolFailure("file_changed", `"${path}" has been created by someone else in the meantime; ${advice}`);
  const before = knownText(context.workspace, seen);
  const difference = before === undefined ? "" : `\nWhat changed:\n${changedLines(before, current.text)}`;
  return new ToolFailure("file_changed", `"${path}" has changed since you last saw it; ${advice}${difference}`);
}
