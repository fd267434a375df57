import {
  type EventDraft,
  type EventOf,
  type FileStep,
  type OpenCall,
  RooError,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
} from "@roo-code/types";
import { judge } from "./approvals/approval-policy.ts";
import type { Changes } from "./changes.ts";
import { isOffered, requireEditable, requireOffered } from "./modes/mode-rules.ts";
import type { AgentPorts } from "./ports.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";
import type { CircuitBreaker } from "./recovery/circuit-breaker.ts";
import type { LoopGuard } from "./recovery/loop-guard.ts";
import { retryRead } from "./recovery/retry-read.ts";
import { stopped } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";
import type { ResolvedCall } from "./tool-registry.ts";

export interface SettleDeps {
  readonly ports: AgentPorts;
  readonly record: TaskRecord;
  readonly loops: LoopGuard;
  readonly breaker: CircuitBreaker;
  /** Woken when a person's answer has been recorded. */
  readonly answers: Changes;
  readonly signal: AbortSignal;
}

const longestContent = 200_000;

/** Validate, check the mode, ask, record as started, run, bound, record as finished. A failure is a result, too. */
export async function settleCall(deps: SettleDeps, open: OpenCall): Promise<void> {
  const { ports, record } = deps;
  const { call } = open;
  const startedAt = ports.clock.monotonic();
  let names: CallNames = { name: call.name };
  const finish = (result: CallResult) => {
    const durationMs = Math.round(ports.clock.monotonic() - startedAt);
    record.append(...endOf(deps, open, { ...result, ...names, durationMs }));
  };
  try {
    const blocked = deps.loops.blocks(call);
    if (blocked) throw new LoopFound(blocked);
    const resolved = await ports.tools.resolve(call, (group) => isOffered(ports.mode, group));
    names = namesOf(resolved);
    const prepared = await prepare(deps, open, resolved);
    await approve(deps, open, prepared);
    await start(deps, open, { ...prepared, ...names });
    const output = await perform(deps, open, prepared);
    finish({ content: output.content, isError: false, output, ...(prepared.steps && { steps: prepared.steps }) });
  } catch (error) {
    if (deps.signal.aborted && !(error instanceof ToolFailure)) {
      if (open.start) finish({ content: "Aborted by the user.", isError: true, code: "aborted" });
      throw deps.signal.reason;
    }
    if (error instanceof RooError) throw error;
    finish(failedResult(deps, names.name, error));
    if (error instanceof LoopFound)
      throw stopped("limit", { code: "limit_loop", message: `Stopped going in circles: ${error.message}.` });
  }
}

export interface CallResult {
  readonly content: string;
  readonly isError: boolean;
  readonly code?: string;
  readonly output?: ToolOutput;
  readonly steps?: readonly FileStep[];
}

/** The tool's name, and what the model called it where that is another. */
interface CallNames {
  readonly name: string;
  readonly calledAs?: string;
}

function namesOf({ tool, calledAs }: ResolvedCall): CallNames {
  return { name: tool.name, ...(calledAs !== undefined && { calledAs }) };
}

/** The events that end a call, together so that they become durable together. */
export function endOf(
  deps: SettleDeps,
  open: OpenCall,
  result: CallResult & CallNames & { durationMs: number },
): EventDraft[] {
  const { call } = open;
  const { name, calledAs, output, steps, code, isError, durationMs } = result;
  const content = bounded(result.content.trim() === "" ? "(no output)" : result.content);
  const notice = deps.loops.warning(call, { content, isError });
  const control = output?.control;
  const end: Omit<EventOf<"tool.end">, "seq" | "at"> = {
    type: "tool.end",
    callId: call.callId,
    name,
    ...(calledAs !== undefined && { calledAs }),
    content,
    isError,
    durationMs,
    ...(notice !== undefined && { notice }),
    ...(code !== undefined && { code }),
    ...(output?.trouble !== undefined && { trouble: output.trouble }),
    ...(output?.images && { images: [...output.images] }),
    ...(output?.seen && { seen: [...output.seen] }),
    ...(steps && { steps: [...steps] }),
    ...(control?.type === "complete" && { completes: control.result }),
  };
  return control?.type === "todos" ? [{ type: "todos.added", todos: [...control.todos] }, end] : [end];
}

async function prepare(deps: SettleDeps, open: OpenCall, { tool, call }: ResolvedCall): Promise<PreparedCall> {
  const { ports, breaker } = deps;
  requireOffered(ports.mode, tool);
  if (!breaker.allows(tool.name)) {
    throw new ToolFailure(
      "tool_unavailable",
      `${tool.name} failed several times in a row and rests for half a minute. Use another way meanwhile.`,
    );
  }
  const prepared = await prepareCall({ tool, call, context: contextFor(deps, open) });
  if (prepared.subject?.kind === "edit") requireEditable(ports.mode, prepared.subject.paths ?? []);
  return prepared;
}

/** The one gate before every effect. Returns when the call may act; throws what the model is told otherwise. */
async function approve(deps: SettleDeps, open: OpenCall, prepared: PreparedCall): Promise<void> {
  const { subject } = prepared;
  if (!subject) return;
  const verdict = judge(deps.ports.policy, subject);
  if (verdict.verdict === "allow") return;
  if (verdict.verdict === "deny") {
    throw denied(
      `Nobody is here to approve this, and ${verdict.missing.join(" and ")} was not allowed in advance. Nothing was done. Find another way, or finish with what you can do.`,
    );
  }
  const { callId } = open.call;
  await deps.record.commit({ type: "approval.requested", callId, name: prepared.tool.name, subject });
  const answer = await deps.answers.until(() => open.approval, deps.signal);
  if (answer.decision === "deny") throw denied(answer.feedback ?? "The user denied this. Nothing was done.");
}

function denied(message: string): ToolFailure {
  return new ToolFailure("denied", JSON.stringify({ status: "denied", message }));
}

/** On disk before the effect. A call without one needs no such record: it can simply be made again. */
async function start({ record }: SettleDeps, open: OpenCall, prepared: PreparedCall & CallNames): Promise<void> {
  const { kind } = prepared.tool;
  if (kind !== "edit" && kind !== "action") return;
  const { name, calledAs, steps } = prepared;
  await record.commit({
    type: "tool.start",
    callId: open.call.callId,
    name,
    ...(calledAs !== undefined && { calledAs }),
    kind,
    ...(steps && { steps: [...steps] }),
  });
}

async function perform(deps: SettleDeps, open: OpenCall, prepared: PreparedCall): Promise<ToolOutput> {
  const { clock } = deps.ports;
  const isRead = prepared.tool.kind === "read";
  const output = await (isRead
    ? retryRead(() => prepared.perform(), { clock, signal: deps.signal })
    : prepared.perform());
  deps.breaker.succeeded(prepared.tool.name);
  if (output.control?.type === "complete") requireOthersDone(deps, open);
  return output.control?.type === "ask" ? { ...output, content: await ask(deps, open, output.control) } : output;
}

/** A reply with calls that failed, or are still to be made, cannot claim to be done: the model has not seen what came of them. */
function requireOthersDone({ record }: SettleDeps, open: OpenCall): void {
  const other = record.state.openCalls.find(({ call, end }) => call !== open.call && (!end || end.isError));
  if (!other) return;
  const { call, end } = other;
  throw new ToolFailure(
    "completion_refused",
    `${call.name} ${end ? "failed" : "was not done yet"} in the same reply. Look at its result first, then complete.`,
  );
}

async function ask(
  deps: SettleDeps,
  open: OpenCall,
  control: { question: string; suggestions: readonly string[] },
): Promise<string> {
  if (!deps.ports.policy.attended) return "No answer, for nobody is here: decide yourself.";
  const { question, suggestions } = control;
  await deps.record.commit({
    type: "question.requested",
    callId: open.call.callId,
    question,
    suggestions: [...suggestions],
  });
  const { answer } = await deps.answers.until(() => open.answer, deps.signal);
  return `<user_message>\n${answer}\n</user_message>`;
}

export function contextFor({ ports, record, signal }: SettleDeps, open: OpenCall): ToolContext {
  const { callId } = open.call;
  return {
    workspace: ports.workspace,
    signal,
    ports: ports.tools.ports,
    report: (text) => ports.observe({ live: true, type: "output.delta", callId, text }),
    seenVersion: (path) => record.state.seen.get(path),
  };
}

function failedResult({ breaker }: SettleDeps, name: string, error: unknown): CallResult {
  if (error instanceof ToolFailure) return { content: error.message, isError: true, code: error.code };
  if (error instanceof LoopFound) return { content: `Not done: ${error.message}.`, isError: true, code: "loop" };
  breaker.failed(name);
  const message = error instanceof Error ? error.message : String(error);
  return { content: `${name} broke: ${message}`, isError: true, code: "tool_crashed" };
}

function bounded(content: string): string {
  if (content.length <= longestContent) return content;
  const half = longestContent / 2;
  return `${content.slice(0, half)}\n[… ${content.length - longestContent} characters left out …]\n${content.slice(-half)}`;
}

class LoopFound extends Error {}
