import { diffTask, listCheckpoints, redo, rejectHunk, restoreTo, type UndoDone, undoSteps } from "@roo-code/host/undo";
import type { RouteOutput, Routes } from "@roo-code/types/api";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

export function checkpointHandlers({ host, home, clock, tasks }: Services): Handlers<"checkpoints"> {
  const stores = { home, clock, tasks: host.tasks };

  return {
    async list({ params }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      const checkpoints = await listCheckpoints(stores, await host.tasks.read(taskId));
      return {
        checkpoints: checkpoints.map(({ changed, skipped, ...checkpoint }) => ({
          ...checkpoint,
          changed: changed ? [...changed] : undefined,
          skipped: [...skipped],
        })),
      };
    },
    async diff({ params, query: { from, to, path } }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      const request = { from, to, paths: path === undefined ? undefined : [path] };
      const { files, isTruncated } = await diffTask(stores, await host.tasks.read(taskId), request);
      return { files: [...files], isTruncated };
    },
    async undo({ params, body }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      const { steps = 1, toSeq, paths, conversation, isDryRun, take } = body;
      const request = { taskId, paths, conversation, isDryRun, take };
      if (toSeq !== undefined) return outcome(await restoreTo(stores, { ...request, seq: toSeq }));
      return outcome(await undoSteps(stores, { ...request, count: steps }));
    },
    async redo({ params, body }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      return outcome(await redo(stores, { taskId, isDryRun: body.isDryRun }));
    },
    async rejectHunk({ params, body }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      await rejectHunk(stores, { taskId, ...body });
      return {};
    },
  };
}

function outcome(done: UndoDone): RouteOutput<Routes["checkpoints"]["undo"]> {
  const { restored, removed, merged, returned = [], conflicts, kept, rewind } = done;
  return {
    restored: [...restored],
    removed: [...removed],
    merged: [...merged],
    returned: [...returned],
    conflicts: [...conflicts],
    kept: [...kept],
    rewoundTo: rewind?.toSeq ?? null,
  };
}
