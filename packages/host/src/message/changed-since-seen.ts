import { type FileVersion, ToolFailure, type WorkspaceFiles } from "@roo-code/types";

const maxFiles = 200;
const maxBytes = 64 * 1024 * 1024;

/**
 * Files that are not any more what the model saw, with their version now; null where there is none. The newest are
 * looked at first, as far as that is quick; `unchecked` counts the rest. A file that may not be read any more counts as
 * unchanged.
 */
export async function changedSinceSeen(
  seen: ReadonlyMap<string, string | null>,
  files: WorkspaceFiles,
): Promise<{ changed: readonly FileVersion[]; unchecked: number }> {
  const newest = [...seen].toReversed();
  const changed: FileVersion[] = [];
  let unchecked = Math.max(0, newest.length - maxFiles);
  let room = maxBytes;
  for (const [path, before] of newest.slice(0, maxFiles)) {
    try {
      const stat = await files.stat(path);
      room -= stat?.size ?? 0;
      if (room < 0) unchecked += 1;
      else {
        const version = stat ? (await files.read(path, { maxBytes: 1 })).version : null;
        if (version !== before) changed.push({ path, version });
      }
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
  return { changed: changed.toReversed(), unchecked };
}
