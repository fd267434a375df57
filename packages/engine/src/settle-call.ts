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
import { type AppliedControl, applyToolControl } from "./apply-tool-control.ts";
import { requireApproval } from "./approvals/require-approval.ts";
import { callServices } from "./call-services.ts";
import { beginEffect, type Effect, warnIfFinal } from "./effect.ts";
import { isOffered, requireEditable, requireOffered } from "./modes/mode-rules.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";
import { retryRead } from "./recovery/retry-read.ts";
import type { SettleDeps } from "./settle-deps.ts";
import { abortedContent, Stop, stopped } from "./stop.ts";
import type { ResolvedCall } from "./tool-registry.ts";

const maxContent = 200_000;

/** Validates, checks the mode, requests approval, records the start, runs, and records the end. A failure is a result, too. */
export async function settleCall(deps: SettleDeps, open: OpenCall): Promise<void> {
  const { ports, record } = deps;
  const { call } = open;
  const startedAt = ports.clock.monotonic();
  let names: CallNames = { name: call.name };
  let effect: Effect | undefined;
  let isEdit = false;
  const finish = async (result: CallResult, changed?: ChangedBy) => {
    // The time a person takes to answer does not count.
    const durationMs = Math.round(ports.clock.monotonic() - startedAt - deps.inbox.waitedMs(open));
    const changes = (await effect?.end(changed)) ?? [];
    record.append(...changes, ...endOf(deps, open, { ...result, ...names, durationMs }));
  };
  try {
    const blocked = deps.loops.blocks(call);
    if (blocked) throw new LoopFound(blocked);
    const resolved = await ports.tools.resolve(call, (group) => isOffered(deps.own, group));
    names = namesOf(resolved);
    const prepared = await prepare(deps, open, resolved);
    await runBeforeToolHooks(deps, open, resolved);
    const { tool, subject, steps } = prepared;
    const saveFiles = () => warnIfFinal(deps, prepared);
    if (subject) await requireApproval(deps, open, { name: tool.name, subject, saveFiles });
    const begun = await beginEffect(deps, open, prepared);
    await start(deps, open, { ...prepared, ...names });
    effect = begun;
    isEdit = tool.kind === "edit";
    const { output, isError = false, code, events, judged } = await perform(deps, open, prepared);
    const { hasRunHooks, ...result } = await runAfterToolHooks(deps, resolved, { content: output.content, isError });
    await finish(
      {
        ...result,
        output,
        code,
        steps,
        events,
        judged,
      },
      // Hooks may have changed the written files: all files are compared.
      steps && !hasRunHooks ? { steps } : undefined,
    );
  } catch (error) {
    // A failed edit has changed nothing.
    const changed = isEdit ? { steps: [] } : undefined;
    if (deps.signal.aborted && !(error instanceof ToolFailure)) {
      if (open.start)
        await finish({ content: abortedContent(deps.signal.reason), isError: true, code: "aborted" }, changed);
      throw deps.signal.reason;
    }
    if (error instanceof RooError || error instanceof Stop) throw error;
    await finish(failedResult(deps, names.name, error), changed);
    if (error instanceof LoopFound)
      throw stopped("limit", { code: "limit_loop", message: `Stopped because of a loop: ${error.message}.` });
  }
}

type ChangedBy = Parameters<Effect["end"]>[0];

export interface CallResult {
  readonly content: string;
  readonly isError: boolean;
  readonly code?: string;
  readonly output?: ToolOutput;
  readonly steps?: readonly FileStep[];
  readonly judged?: AppliedControl["judged"];
  /** Recorded with the result. */
  readonly events?: readonly EventDraft[];
}

/** The tool's name, and the model's name for it if different. */
interface CallNames {
  readonly name: string;
  readonly calledAs?: string;
}

function namesOf({ tool, calledAs }: ResolvedCall): CallNames {
  return { name: tool.name, calledAs };
}

/** The events that end a call; appended together, so that they become durable together. */
export function endOf(
  deps: SettleDeps,
  open: OpenCall,
  result: CallResult & CallNames & { durationMs: number },
): EventDraft[] {
  const { call } = open;
  const { name, calledAs, output, steps, code, isError, durationMs } = result;
  const content = bounded(result.content.trim() === "" ? "(no output)" : result.content);
  const notices = [deps.loops.warning(call, { content, isError }), deps.budgetNote.take(), deps.ports.news?.()];
  const notice = notices.filter(Boolean).join("\n");
  const control = output?.control;
  const end: Omit<EventOf<"tool.end">, "seq" | "at"> = {
    type: "tool.end",
    callId: call.callId,
    name,
    calledAs,
    content,
    isError,
    durationMs,
    notice: notice || undefined,
    code,
    trouble: output?.trouble,
    images: output?.images ? [...output.images] : undefined,
    seen: output?.seen ? [...output.seen] : undefined,
    steps: steps ? [...steps] : undefined,
    completes: control?.type === "complete" ? control.result : undefined,
    evidence: result.judged && result.judged.evidence.length > 0 ? [...result.judged.evidence] : undefined,
    verification: result.judged?.verification || undefined,
  };
  const todos: EventDraft[] = control?.type === "todos" ? [{ type: "todos.added", todos: [...control.todos] }] : [];
  return [...todos, ...(result.events ?? []), end];
}

async function prepare(deps: SettleDeps, open: OpenCall, { tool, call }: ResolvedCall): Promise<PreparedCall> {
  const { ports, breaker } = deps;
  const rights = { mode: ports.mode, own: deps.own };
  requireOffered(rights, tool);
  if (!breaker.allows(tool.name)) {
    throw new ToolFailure(
      "tool_unavailable",
      `${tool.name} crashed several times in a row and is disabled for half a minute. Use another way meanwhile.`,
    );
  }
  const prepared = await prepareCall({ tool, call, context: contextFor(deps, open) });
  if (prepared.subject?.kind === "edit") {
    const { files } = ports.workspace;
    const paths = (prepared.subject.paths ?? []).map((path) => files.resolve(path));
    requireEditable(rights, await Promise.all(paths));
  }
  return prepared;
}

/** Before approval: what the user's hooks deny need not be asked about. */
async function runBeforeToolHooks(
  { ports, record, signal }: SettleDeps,
  open: OpenCall,
  resolved: ResolvedCall,
): Promise<void> {
  const { callId } = open.call;
  const verdict = await ports.hooks?.beforeTool(
    { callId, name: resolved.tool.name, input: resolved.call.input },
    signal,
  );
  if (!verdict) return;
  record.append(...verdict.events);
  signal.throwIfAborted();
  if (verdict.denied !== undefined) throw new ToolFailure("hook_denied", verdict.denied);
}

async function runAfterToolHooks(
  { ports, record, signal }: SettleDeps,
  { tool, call }: ResolvedCall,
  result: { content: string; isError: boolean },
): Promise<{ content: string; isError: boolean; hasRunHooks?: true }> {
  const verdict = await ports.hooks?.afterTool(
    { callId: call.callId, name: tool.name, input: call.input },
    result,
    signal,
  );
  if (!verdict) return result;
  record.append(...verdict.events);
  const content = verdict.note === undefined ? result.content : `${result.content}\n\n${verdict.note}`;
  return { ...result, content, hasRunHooks: verdict.events.length > 0 || undefined };
}

/** On disk before the effect. Calls without one need no record: they can be repeated. */
async function start({ record }: SettleDeps, open: OpenCall, prepared: PreparedCall & CallNames): Promise<void> {
  const { kind } = prepared.tool;
  if (kind !== "edit" && kind !== "action") return;
  const { name, calledAs, steps } = prepared;
  await record.commit({
    type: "tool.start",
    callId: open.call.callId,
    name,
    calledAs,
    kind,
    steps: steps ? [...steps] : undefined,
  });
}

async function perform(deps: SettleDeps, open: OpenCall, prepared: PreparedCall): Promise<AppliedControl> {
  const { clock } = deps.ports;
  const isRead = prepared.tool.kind === "read";
  const output = await (isRead
    ? retryRead(() => prepared.perform(), { clock, signal: deps.signal })
    : prepared.perform());
  deps.breaker.succeeded(prepared.tool.name);
  return applyToolControl(deps, open, output);
}

export function contextFor(deps: SettleDeps, open: OpenCall): ToolContext {
  const { ports, record, signal } = deps;
  const { callId } = open.call;
  return {
    workspace: ports.workspace,
    signal,
    ports: ports.tools.ports,
    report: (text) => ports.observe({ live: true, type: "output.delta", callId, text }),
    seenVersion: (path) => record.state.seen.get(path),
    call: callServices(deps, open),
  };
}

function failedResult({ breaker }: SettleDeps, name: string, error: unknown): CallResult {
  if (error instanceof ToolFailure) return { content: error.message, isError: true, code: error.code };
  if (error instanceof LoopFound) return { content: `Not done: ${error.message}.`, isError: true, code: "loop" };
  breaker.failed(name);
  const message = error instanceof Error ? error.message : String(error);
  return { content: `${name} crashed: ${message}`, isError: true, code: "tool_crashed" };
}

function bounded(content: string): string {
  if (content.length <= maxContent) return content;
  const half = maxContent / 2;
  return `${content.slice(0, half)}\n[… ${content.length - maxContent} characters omitted …]\n${content.slice(-half)}`;
}

class LoopFound extends Error {}
