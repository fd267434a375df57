import type { EventDraft } from "./event.ts";

/** A call as hooks see it. */
export interface HookCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
}

/** What hooks made of something: `events` are for the log. */
export interface HookVerdict {
  /** Why it may not go on; said to the model. Never after a tool: what has happened cannot be denied, and is noted. */
  readonly denied?: string;
  /** Told to the model beside the result. */
  readonly note?: string;
  readonly events: readonly EventDraft[];
}

/**
 * Commands of the person's that run beside a task. None throws: a hook that fails or takes too long is told in its
 * event, and denies only before a tool, where silence must not mean consent.
 */
export interface Hooks {
  /** A denial that the approval gate need not hear of. Without one the gate asks as ever. */
  beforeTool(call: HookCall, signal: AbortSignal): Promise<HookVerdict>;
  afterTool(call: HookCall, result: { content: string; isError: boolean }, signal: AbortSignal): Promise<HookVerdict>;
  /** A denial sends the model back to work, with the reason. */
  onCompletion(result: string, signal: AbortSignal): Promise<HookVerdict>;
}
