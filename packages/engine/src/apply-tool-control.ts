import {
  type EventDraft,
  type Evidence,
  type OpenCall,
  type ToolControl,
  ToolFailure,
  type ToolOutput,
  type Verification,
} from "@roo-code/types";
import { requireApproval } from "./approvals/require-approval.ts";
import { askUser } from "./call-services.ts";
import { checkCompletion } from "./completion/check-completion.ts";
import { subtaskResult } from "./delegation/subtask-result.ts";
import type { SettleDeps } from "./settle-deps.ts";

/** Outcome of a call that may control the engine. */
export interface AppliedControl {
  readonly output: ToolOutput;
  readonly isError?: boolean;
  /** Error code. */
  readonly code?: string;
  /** Claims of a completion, and their verification. */
  readonly judged?: { readonly evidence: readonly Evidence[]; readonly verification: Verification | undefined };
  /** Recorded with the call's end. */
  readonly events?: readonly EventDraft[];
}

type Control<Type extends ToolControl["type"]> = Extract<ToolControl, { type: Type }>;

/** Applies what a tool requests of the engine; most tools request nothing. Throws `ToolFailure`. */
export async function applyToolControl(deps: SettleDeps, open: OpenCall, output: ToolOutput): Promise<AppliedControl> {
  const { control } = output;
  switch (control?.type) {
    case undefined:
    case "todos":
      return { output };
    case "complete":
      return complete(deps, open, output, control);
    case "ask":
      return { output: { ...output, content: await ask(deps, open, control) } };
    case "switch-mode":
      return switchMode(deps, open, output, control);
    case "new-task":
      return startTask(deps, open, output, control);
  }
}

async function complete(
  deps: SettleDeps,
  open: OpenCall,
  output: ToolOutput,
  { result, claims }: Control<"complete">,
): Promise<AppliedControl> {
  requireOthersDone(deps, open);
  const { ledger, ports, record } = deps;
  const judged = await checkCompletion(claims, {
    ledger,
    filesChanged: record.state.filesChanged,
    files: ports.workspace.files,
  });
  const verdict = await deps.ports.hooks?.onCompletion(result, deps.signal);
  if (verdict) deps.record.append(...verdict.events);
  if (verdict?.denied !== undefined) throw new ToolFailure("completion_refused", verdict.denied);
  return { output, judged };
}

/** A completion in the same reply as failed or pending calls is refused: the model has not seen their results. */
function requireOthersDone({ record }: SettleDeps, open: OpenCall): void {
  const other = record.state.openCalls.find(({ call, end }) => call !== open.call && (!end || end.isError));
  if (!other) return;
  const { call, end } = other;
  throw new ToolFailure(
    "completion_refused",
    `${call.name} ${end ? "failed" : "has not run yet"} in the same reply. Look at its result first, then complete.`,
  );
}

async function ask(deps: SettleDeps, open: OpenCall, question: Control<"ask">): Promise<string> {
  const answer = await askUser(deps, open, question);
  if (answer === undefined) return "No answer: no one is available. Decide yourself.";
  return `<user_message>\n${answer}\n</user_message>`;
}

async function switchMode(
  deps: SettleDeps,
  open: OpenCall,
  output: ToolOutput,
  { mode, reason }: Control<"switch-mode">,
): Promise<AppliedControl> {
  const start = deps.orchestrator.switchTo(mode, reason);
  const summary = `switch to ${mode} mode`;
  await requireApproval(deps, open, {
    name: "switch_mode",
    subject: { kind: "mode", summary, detail: reason || undefined },
  });
  const limits = deps.orchestrator.limitsIn(mode);
  const content = limits === "" ? output.content : `${output.content}\n${limits}`;
  return { output: { ...output, content }, events: [start] };
}

async function startTask(
  deps: SettleDeps,
  open: OpenCall,
  output: ToolOutput,
  { mode, message, todos }: Control<"new-task">,
): Promise<AppliedControl> {
  const { orchestrator } = deps;
  const order = { mode, message, todos };
  if (!open.subtask) {
    orchestrator.checkRequest(order);
    const subject = { kind: "subtask" as const, summary: `start a subtask in ${mode} mode`, detail: message };
    await requireApproval(deps, open, { name: "new_task", subject });
  }
  const { content, isError } = subtaskResult(await orchestrator.delegate(open, order));
  return { output: { ...output, content }, isError, code: isError ? "subtask_failed" : undefined };
}
