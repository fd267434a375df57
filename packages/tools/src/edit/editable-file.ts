import type { ToolContext } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { decodeText, type TextFormat } from "../text/text-encoding.ts";

/** A text file as it is now, about to be edited. */
export interface EditableFile {
  /** Workspace-relative. */
  readonly path: string;
  /** Whether the model has seen this content. */
  readonly isRead: boolean;
  /** undefined where there is no file yet. */
  readonly current: { readonly version: string; readonly text: string; readonly format: TextFormat } | undefined;
}

/** Throws `ToolFailure` when it changed since the model saw it, or is no text. */
export async function openForEdit(given: string, context: ToolContext): Promise<EditableFile> {
  const path = await context.workspace.files.resolve(given);
  const current = await readCurrent(path, context);
  const seen = context.seenVersion(path);
  if (seen !== undefined && seen !== (current?.version ?? null)) {
    throw new ToolFailure(
      "file_changed",
      `"${path}" has changed since you last saw it; nothing was written. Read it again, then repeat the edit.`,
    );
  }
  return { path, current, isRead: seen !== undefined };
}

async function readCurrent(path: string, { workspace }: ToolContext): Promise<EditableFile["current"]> {
  if (!(await workspace.files.stat(path))) return undefined;
  const { bytes, size, version } = await workspace.files.read(path);
  if (bytes.length < size) {
    throw new ToolFailure(
      "too_large",
      `"${path}" has ${size} bytes, too many to be edited here. Use a command instead.`,
    );
  }
  const decoded = decodeText(bytes);
  if (decoded) return { version, ...decoded };
  throw new ToolFailure("binary_file", `"${path}" is a binary file (${size} bytes) and is not edited as text.`);
}
