import type { Clock } from "@roo-code/types";
import {
  type EventDraft,
  type ImagePart,
  noUsage,
  type TaskEvent,
  type ToolCallPart,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
} from "@roo-code/types";
import { prepareCall } from "../prepare-call.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { LoopGuard } from "./loop-guard.ts";
import { retryRead } from "./retry-read.ts";
import { addToMetrics, type ToolMetrics } from "./tool-metrics.ts";

/** The result of a call. A failure is a result, too. */
export interface RecoveredCall {
  readonly callId: string;
  /** The tool's own name, for a call by an alias. */
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  /** Why it failed. */
  readonly code?: string | undefined;
  readonly images?: readonly ImagePart[] | undefined;
}

/**
 * Executes calls outside of a task, with the recovery of a task: repetitions are reported at the third and refused at the
 * fourth, a tool that keeps crashing is disabled for a while, reads are retried after temporary failures. Without
 * approval: the caller is the one who would be asked.
 */
export class RecoveringTools {
  readonly metrics = new Map<string, ToolMetrics>();
  readonly #registry: ToolRegistry;
  readonly #clock: Clock;
  readonly #breaker: CircuitBreaker;
  readonly #loops = new LoopGuard();
  #seq = 0;

  constructor({ registry, clock }: { readonly registry: ToolRegistry; readonly clock: Clock }) {
    this.#registry = registry;
    this.#clock = clock;
    this.#breaker = new CircuitBreaker(clock);
  }

  /** Rejects only when the context's signal is aborted. */
  async execute(call: ToolCallPart, context: ToolContext): Promise<RecoveredCall & { readonly output?: ToolOutput }> {
    const startedAt = this.#clock.monotonic();
    this.#fold({ type: "turn.end", turn: 1, message: { role: "assistant", content: [call] }, ...reply });
    const { output, ...result } = await this.#attempt(call, context);
    const notice = this.#loops.warning(call, result);
    const durationMs = Math.round(this.#clock.monotonic() - startedAt);
    const end = this.#fold({ type: "tool.end", ...result, images: undefined, durationMs });
    addToMetrics(this.metrics, end);
    return { ...result, output, content: notice ? `${result.content}\n\n${notice}` : result.content };
  }

  async #attempt(call: ToolCallPart, context: ToolContext): Promise<RecoveredCall & { output?: ToolOutput }> {
    const { callId } = call;
    let name = call.name;
    try {
      const blocked = this.#loops.blocks(call);
      if (blocked) throw new ToolFailure("loop", `Not done: ${blocked}.`);
      const resolved = await this.#registry.resolve(call);
      name = resolved.tool.name;
      if (!this.#breaker.allows(name))
        throw new ToolFailure(
          "tool_unavailable",
          `${name} crashed several times in a row and is disabled for half a minute.`,
        );
      const output = await this.#perform(resolved, context);
      return { callId, name, content: output.content, isError: false, images: output.images, output };
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof ToolFailure)
        return { callId, name, content: error.message, isError: true, code: error.code };
      this.#breaker.failed(name);
      const message = error instanceof Error ? error.message : String(error);
      return { callId, name, content: `${name} crashed: ${message}`, isError: true, code: "tool_crashed" };
    }
  }

  async #perform(resolved: Awaited<ReturnType<ToolRegistry["resolve"]>>, context: ToolContext): Promise<ToolOutput> {
    const { tool } = resolved;
    const prepared = await prepareCall({ ...resolved, context });
    if (tool.kind === "action")
      this.#fold({ type: "tool.start", callId: resolved.call.callId, name: tool.name, kind: "action" });
    const perform = () => prepared.perform();
    const { signal } = context;
    const output = await (tool.kind === "read" ? retryRead(perform, { clock: this.#clock, signal }) : perform());
    this.#breaker.succeeded(tool.name);
    return output;
  }

  #fold<Draft extends EventDraft>(draft: Draft): Draft & Pick<TaskEvent, "seq" | "at"> {
    this.#seq += 1;
    const event = { ...draft, seq: this.#seq, at: new Date(this.#clock.now()).toISOString() };
    this.#loops.fold(event);
    return event;
  }
}

const reply = { usage: noUsage(), stopReason: "tool-calls" as const };
