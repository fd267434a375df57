import type { EventDraft } from "./event.ts";

/** A call as hooks see it. */
export interface HookCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
}

/** Outcome of hooks; `events` are for the log. */
export interface HookVerdict {
  /** Reason for a denial, sent to the model. Never set after a tool: a finished call cannot be denied, only annotated. */
  readonly denied?: string;
  /** Sent to the model with the result. */
  readonly note?: string;
  readonly events: readonly EventDraft[];
}

/**
 * Hook commands of the user. None throws: a hook that fails or times out is reported in its
 * event. It denies only before a tool, where a failure must not count as approval.
 */
export interface Hooks {
  /** A denial skips the approval gate. Without one the gate decides as usual. */
  beforeTool(call: HookCall, signal: AbortSignal): Promise<HookVerdict>;
  afterTool(call: HookCall, result: { content: string; isError: boolean }, signal: AbortSignal): Promise<HookVerdict>;
  /** A denial sends the model back to work, with the reason. */
  onCompletion(result: string, signal: AbortSignal): Promise<HookVerdict>;
}
