import { type EventOf, type FileStep, type OpenCall, ToolFailure, type Workspace } from "@roo-code/types";
import { resumeEffect } from "./effect.ts";
import { prepareCall } from "./prepare-call.ts";
import { type CallResult, contextFor, endOf, settleCall } from "./settle-call.ts";
import type { SettleDeps } from "./settle-deps.ts";

/** Settles a call that had started when the process died. Nothing that may have happened is repeated. */
export async function finishInterruptedCall(deps: SettleDeps, open: OpenCall): Promise<void> {
  const { start } = open;
  if (!start) return settleCall(deps, open);
  const { name, calledAs } = start;
  const known = { name, calledAs, durationMs: 0 };
  switch (start.kind) {
    case "action": {
      const changes = await resumeEffect(deps, open).end({ isInterrupted: true });
      deps.record.append(...changes, ...endOf(deps, open, { ...unknownOutcome, ...known }));
      return;
    }
    case "edit": {
      const result = await finishEdit(deps, open, start);
      const changes = await resumeEffect(deps, open).end({ steps: result.steps ?? [] });
      deps.record.append(...changes, ...endOf(deps, open, { ...result, ...known }));
    }
  }
}

/** Scripted models match this text. */
const unknownOutcome: CallResult = {
  content:
    "The call was interrupted, outcome unknown: the process ended while this ran. It may have happened wholly, partly or not at all, and was not run again. Check before you repeat it.",
  isError: true,
  code: "interrupted",
};

async function finishEdit(deps: SettleDeps, open: OpenCall, start: EventOf<"tool.start">): Promise<CallResult> {
  const steps = start.steps ?? [];
  const { workspace } = deps.ports;
  const paths = steps.map(({ path }) => path).join(", ");
  try {
    const versions = await Promise.all(steps.map(({ path }) => currentVersion(workspace, path)));
    if (steps.every(({ before }, index) => versions[index] === before)) return await redoEdit(deps, open, steps);
    if (!(await workspace.files.finish(steps)))
      return interrupted(
        `Interrupted: ${paths} is neither as before nor as intended. Read it again before you edit it.`,
      );
  } catch (error) {
    if (error instanceof ToolFailure) return { content: error.message, isError: true, code: error.code };
    throw error;
  }
  const notice = "Interrupted while writing; the edit has been completed now.";
  return { content: JSON.stringify({ path: paths, notice }), isError: false, steps };
}

/** Nothing had been written: the same plan on the same files gives the same result, so it is applied now. */
async function redoEdit(deps: SettleDeps, open: OpenCall, steps: readonly FileStep[]): Promise<CallResult> {
  const { tool, call } = await deps.ports.tools.resolve(open.call);
  const prepared = await prepareCall({ tool, call, context: contextFor(deps, open) });
  const isSame = steps.every(
    (step, index) => prepared.steps?.[index]?.path === step.path && prepared.steps[index].after === step.after,
  );
  if (!isSame) return interrupted("Interrupted before anything was written. Send the edit again.");
  const output = await prepared.perform();
  return { content: output.content, isError: false, output, steps };
}

function interrupted(content: string): CallResult {
  return { content, isError: true, code: "interrupted" };
}

async function currentVersion(workspace: Workspace, path: string): Promise<string | null> {
  const stat = await workspace.files.stat(path);
  return stat ? (await workspace.files.read(path)).version : null;
}
