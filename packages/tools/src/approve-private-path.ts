import { type ToolContext, ToolFailure } from "@roo-code/types";

/**
 * Runs an operation on a path. When keys or passwords are stored there, requests approval and runs it again; without
 * approval it fails with `private_path`.
 */
export async function approvePrivatePath<Result>(
  path: string,
  { workspace, call }: ToolContext,
  operation: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.code !== "private_path") throw error;
    const resolved = await workspace.files.resolve(path);
    const isAllowed = await call?.approve({
      kind: "read",
      summary: `read ${resolved}`,
      detail: "Keys, passwords or private data are stored there. The model and its provider will see the content.",
      paths: [resolved],
    });
    if (isAllowed !== true || !workspace.files.share) throw error;
    workspace.files.share(resolved);
    return operation();
  }
}

/** A line for the model about private paths that were skipped; empty when there were none. */
export function skippedNote(leftOut: readonly string[] = []): readonly string[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, 10).join(", ");
  const more = leftOut.length > 10 ? ", …" : "";
  return [`(Skipped, because keys or private data are stored there: ${shown}${more}.)`];
}
