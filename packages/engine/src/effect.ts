import type { ChangeRecord, EventDraft, FileStep, OpenCall } from "@roo-code/types";
import type { PreparedCall } from "./prepare-call.ts";
import type { SettleDeps } from "./settle-deps.ts";

const maxLabelLength = 200;
const nothing: ChangeRecord = { changes: [], files: [] };

/** A call that may change files: they are saved before it, and its changes are recorded after it, so that it can be undone. */
export interface Effect {
  /** The event that records the changes. `steps`: the only files that can have changed. */
  end(options?: { readonly steps?: readonly FileStep[]; readonly isInterrupted?: boolean }): Promise<EventDraft[]>;
}

/** Called right before the effect, after approval: changes that people make meanwhile are not its own. */
export async function beginEffect(deps: SettleDeps, open: OpenCall, prepared: PreparedCall): Promise<Effect> {
  const { callId } = open.call;
  const saved = await saveFiles(deps, prepared);
  if (!saved) return noEffect;
  const { label, id: snapshot, skippedCount: skipped } = saved;
  deps.record.append({ type: "snapshot.added", callId, snapshot, label, skipped });
  return effectSince(deps, { callId, snapshot, label });
}

/** An effect that was interrupted by a crash. */
export function resumeEffect(deps: SettleDeps, { call, snapshot: saved }: OpenCall): Effect {
  if (!saved) return noEffect;
  return effectSince(deps, { callId: call.callId, snapshot: saved.snapshot, label: saved.label });
}

/** Saves the files a call may change. A warning if it could not be undone. */
export async function warnIfFinal(deps: SettleDeps, prepared: PreparedCall): Promise<string | undefined> {
  if (!mayChangeFiles(prepared) || !deps.ports.snapshots) return undefined;
  const saved = await saveFiles(deps, prepared);
  if (!saved) return "It cannot be undone: a snapshot of the files could not be taken.";
  if (!saved.only || isPlainEdit(deps, prepared)) return undefined;
  return "It may not be possible to undo it completely: the first snapshot of this folder is not complete yet.";
}

const noEffect: Effect = { end: async () => [] };

function effectSince(
  { ports }: SettleDeps,
  { callId, snapshot, label }: { callId: string; snapshot: string; label: string },
): Effect {
  return {
    async end({ steps, isInterrupted } = {}) {
      const record =
        steps?.length === 0 ? nothing : await ports.snapshots?.recordChange(snapshot, { label, steps, isInterrupted });
      const { changes, files, moreFiles, unsaved } = record ?? nothing;
      return [
        {
          type: "change.added",
          callId,
          label,
          changes: [...changes],
          files: [...files],
          moreFiles,
          isIncomplete: unsaved !== undefined || undefined,
        },
      ];
    },
  };
}

async function saveFiles(deps: SettleDeps, prepared: PreparedCall) {
  const { snapshots } = deps.ports;
  if (!mayChangeFiles(prepared) || !snapshots) return undefined;
  const { tool, subject, steps } = prepared;
  const label = `${tool.name} ${subject?.summary ?? ""}`.slice(0, maxLabelLength);
  const mayChangeOthers = !isPlainEdit(deps, prepared) || undefined;
  return snapshots.take(label, { paths: steps?.map(({ path }) => path), mayChangeOthers });
}

/** Hooks that run after an edit can change any file. */
function isPlainEdit({ ports }: SettleDeps, { steps }: PreparedCall): boolean {
  return steps !== undefined && !ports.hooks;
}

/** Browser actions change no files; anything else might. */
function mayChangeFiles({ tool, subject }: PreparedCall): boolean {
  return subject !== undefined && tool.group !== "browser";
}
