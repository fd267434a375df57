/** What an undo was, parsed from the label of the snapshot taken before it. */
export type UndoLabel =
  /** Steps were undone, back to that event; or files were restored to their state at an event. */
  | { readonly kind: "undo" | "restore"; readonly toSeq: number; readonly paths?: readonly string[] }
  /** The undo of that event was reverted. */
  | { readonly kind: "redo"; readonly toSeq: number };

export function undoLabel(undo: UndoLabel): string {
  const paths = undo.kind === "redo" ? undefined : undo.paths;
  return `${undo.kind} to ${undo.toSeq}${paths ? `: ${JSON.stringify(paths)}` : ""}`;
}

/** undefined for labels of other snapshots. */
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
