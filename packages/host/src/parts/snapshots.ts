import { taskSnapshots } from "../undo/task-snapshots.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

/** Saves files before they change, for undo. Not needed in a copy: the merge saves the files it replaces. */
export function snapshotsPart(context: PartContext): TaskPart | undefined {
  const { taskId, home, clock, environment, configuration, folder, record, run, parent } = context;
  const { workspace, settings } = configuration;
  if (folder !== workspace) return undefined;
  const snapshots = taskSnapshots({
    taskId,
    home,
    workspace,
    clock,
    settings,
    path: environment.PATH,
    notify: (notice) => record.append({ type: "notice.added", ...notice }),
    showProgress: (text) =>
      run.observe({ live: true, type: "progress.delta", text }, { taskId, agent: parent?.link.agent ?? "root" }),
  });
  // After the run, because pruning takes a while and needs no log.
  return { name: "snapshots", snapshots, afterRun: () => snapshots.dispose() };
}
