import { type ToolContext, ToolFailure } from "@roo-code/types";

/**
 * Does something with a path. Where keys or passwords are kept there, once more if the person lets it; where nobody is
 * there to say so, it stays refused as `private_path`.
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
      detail: "Keys, passwords or private data are kept there. The model, and whoever runs it, will see what is read.",
      paths: [resolved],
    });
    if (isAllowed !== true || !workspace.files.share) throw error;
    workspace.files.share(resolved);
    return work();
  }
}

/** A line for the model; nothing where nothing was left out. */
export function leftOutNote(leftOut: readonly string[] = []): readonly string[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, 10).join(", ");
  const more = leftOut.length > 10 ? " and others" : "";
  return [`(Left out, because keys or private data are kept there: ${shown}${more}.)`];
}
