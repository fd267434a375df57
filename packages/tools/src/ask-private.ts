import { type ToolContext, ToolFailure } from "@roo-code/types";

/**
 * Runs work on a path. When keys or passwords are stored there, asks for approval and runs it again; unattended, it
 * stays refused as `private_path`.
 */
export async function askPrivate<Result>(
  path: string,
  { workspace, call }: ToolContext,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
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
    return work();
  }
}

/** A line for the model; empty when nothing was left out. */
export function leftOutNote(leftOut: readonly string[] = []): readonly string[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, 10).join(", ");
  const more = leftOut.length > 10 ? " and others" : "";
  return [`(Left out, because keys or private data are kept there: ${shown}${more}.)`];
}
