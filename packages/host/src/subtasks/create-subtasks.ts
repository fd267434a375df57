import type { Clock } from "@roo-code/types";
import { newTaskId } from "../task-id.ts";
import { snapshotLimits } from "../undo/task-snapshots.ts";
import { LocalSubtasks, type SubtaskParts } from "./local-subtasks.ts";

/** The subtasks of a task in this process. Subtasks that may write at the same time each get a copy of the folder. */
export function createSubtasks(
  { home, clock }: { readonly home: string; readonly clock: Clock },
  parts: Omit<SubtaskParts, "newTaskId" | "worktrees">,
): LocalSubtasks {
  const { folder, configuration } = parts;
  return new LocalSubtasks({
    ...parts,
    newTaskId: () => newTaskId(clock.now(), Math.random),
    async worktrees() {
      const { openWorktrees } = await import("@roo-code/workspace");
      const worktrees = await openWorktrees({ workspace: folder, home, clock });
      await worktrees.removeOld(snapshotLimits(configuration.settings).maxAgeMs);
      return worktrees;
    },
  });
}
