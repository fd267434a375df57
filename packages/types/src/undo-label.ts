/** What an undo was, as the label of the snapshot that was taken before it says. */
export type UndoLabel =
  /** Steps were taken back, down to the one that event stands before; or files were made what they were at an event. */
  | { readonly kind: "undo" | "restore"; readonly toSeq: number; readonly paths?: readonly string[] }
  /** The undo that event stands for was taken back. */
  | { readonly kind: "redo"; readonly toSeq: number };

export function undoLabel(undo: UndoLabel): string {
  const paths = undo.kind === "redo" ? undefined : undo.paths;
  return `${undo.kind} to ${undo.toSeq}${paths ? `: ${JSON.stringify(paths)}` : ""}`;
}

/** undefined for the label of any other snapshot. */
export function parseUndoLabel(label: string): UndoLabel | undefined {
  const [, kind, number, list] = /^(undo|restore|redo) to (\d+)(?:: (\[.*\]))?$/.exec(label) ?? [];
  const toSeq = Number(number);
  if (kind === "redo") return { kind, toSeq };
  if (kind !== "undo" && kind !== "restore") return undefined;
  if (list === undefined) return { kind, toSeq };
  const paths = parsePaths(list);
  return paths && { kind, toSeq, paths };
}

function parsePaths(list: string): string[] | undefined {
  try {
    const paths: unknown = JSON.parse(list);
    return Array.isArray(paths) && paths.every((path) => typeof path === "string") ? paths : undefined;
  } catch {
    return undefined;
  }
}
