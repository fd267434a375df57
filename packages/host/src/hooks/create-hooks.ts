import type { Hook, HookEvent } from "@roo-code/store";
import type { Clock, EventDraft, HookCall, Hooks, HookVerdict, TaskId } from "@roo-code/types";
import type { ExtensionProcess } from "../extension-process.ts";
import { matchesTool } from "./match-tool.ts";
import { answerOf, type HookAnswer, runHook } from "./run-hook.ts";

export interface HooksOptions {
  /** The hooks that may run, as `loadHooks` returns them. */
  readonly hooks: readonly Hook[];
  readonly taskId: TaskId;
  /** The folder they run in; absolute. */
  readonly workspace: string;
  /** Slug of the mode the task is in now. */
  readonly mode: () => string;
  /** Checked before each hook of the project: its files may have changed since the task started. */
  readonly isTrusted: () => boolean;
  /** Filtered by the same allow-list as for the agent's commands. */
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

export interface DisposableHooks extends Hooks {
  /** Kills running hooks at once, for a process about to exit. */
  disposeNow(): void;
}

/** undefined without hooks. */
export function createHooks(options: HooksOptions): DisposableHooks | undefined {
  return options.hooks.length === 0 ? undefined : new CommandHooks(options);
}

interface HookContext {
  readonly on: HookEvent;
  readonly call?: HookCall;
  readonly result?: { readonly content: string; readonly isError?: boolean };
  readonly signal: AbortSignal;
}

class CommandHooks implements DisposableHooks {
  readonly #options: HooksOptions;
  readonly #running = new Set<ExtensionProcess>();

  constructor(options: HooksOptions) {
    this.#options = options;
  }

  beforeTool(call: HookCall, signal: AbortSignal): Promise<HookVerdict> {
    return this.#runAll({ on: "beforeTool", call, signal });
  }

  /** A finished call cannot be denied: the model is given the reason instead. */
  async afterTool(
    call: HookCall,
    result: { content: string; isError: boolean },
    signal: AbortSignal,
  ): Promise<HookVerdict> {
    const { denied, note, events } = await this.#runAll({ on: "afterTool", call, result, signal });
    const text = [note, denied].filter((part) => part !== undefined).join("\n");
    return { note: text || undefined, events };
  }

  onCompletion(result: string, signal: AbortSignal): Promise<HookVerdict> {
    return this.#runAll({ on: "onCompletion", result: { content: result }, signal });
  }

  disposeNow(): void {
    for (const process of this.#running) process.endNow();
  }

  /** Runs the hooks in order, up to the first that denies. */
  async #runAll(context: HookContext): Promise<HookVerdict> {
    const events: EventDraft[] = [];
    const notes: string[] = [];
    let denied: string | undefined;
    for (const hook of this.#options.hooks.filter((candidate) => isFor(candidate, context))) {
      const answer = await this.#run(hook, context, events);
      if (answer.note !== undefined) notes.push(answer.note);
      denied = denialOf(hook, answer);
      if (denied !== undefined) break;
    }
    return { denied, note: notes.length > 0 ? notes.join("\n") : undefined, events };
  }

  async #run(hook: Hook, context: HookContext, events: EventDraft[]): Promise<HookAnswer> {
    const { clock, workspace: cwd, environment } = this.#options;
    const startedAt = clock.monotonic();
    const { answer, exitCode } = await this.#answer(hook, context, { cwd, environment });
    const message = answer.failure === undefined ? (answer.reason ?? answer.note) : `failed: ${answer.failure}`;
    events.push({
      type: "hook.end",
      on: hook.on,
      name: hook.name === hook.command ? undefined : hook.name,
      command: hook.command,
      callId: context.call?.callId,
      exitCode,
      decision: answer.decision,
      message,
      durationMs: Math.round(clock.monotonic() - startedAt),
    });
    return answer;
  }

  async #answer(
    { command, timeoutMs, origin }: Hook,
    context: HookContext,
    start: { cwd: string; environment: NodeJS.ProcessEnv },
  ): Promise<{ answer: HookAnswer; exitCode: number | null }> {
    if (origin === "project" && !this.#options.isTrusted()) {
      return { answer: { failure: "the configuration of this folder has changed (roo config trust)" }, exitCode: null };
    }
    let running: ExtensionProcess | undefined;
    const outcome = await runHook({
      ...start,
      command,
      timeoutMs,
      signal: context.signal,
      input: `${JSON.stringify(this.#inputOf(context))}\n`,
      onStart: (process) => {
        running = process;
        this.#running.add(process);
      },
    });
    if (running) this.#running.delete(running);
    return { answer: answerOf(outcome, timeoutMs), exitCode: outcome.exitCode };
  }

  #inputOf({ on, call, result }: HookContext) {
    const { taskId, workspace, mode } = this.#options;
    return {
      version: 1,
      event: on,
      taskId,
      cwd: workspace,
      mode: mode(),
      tool: call && { name: call.name, callId: call.callId, input: call.input },
      result,
    };
  }
}

function isFor(hook: Hook, { on, call }: HookContext): boolean {
  return hook.on === on && (call === undefined || matchesTool(hook.match, call.name));
}

/** A hook that fails before a tool denies it. Afterwards its failure is only reported. */
function denialOf({ on, name }: Hook, { decision, reason, failure }: HookAnswer): string | undefined {
  if (failure !== undefined) return on === "beforeTool" ? `The hook ${name} failed: ${failure}.` : undefined;
  if (decision !== "deny") return undefined;
  return reason ?? `The hook ${name} denied it.`;
}
