import type { ImagePart, ReasoningPart, TextPart, ToolCallPart, Usage } from "@roo-code/types";

/** A tool result, not yet matched with its call. */
export interface ForeignToolResult {
  readonly type: "tool-result";
  readonly callId: string;
  readonly content: string;
  readonly images?: readonly ImagePart[];
  readonly isError: boolean;
}

export type ForeignPart = TextPart | ReasoningPart | ImagePart | ToolCallPart | ForeignToolResult;

/** A message of another tool's conversation, in order, not yet in a valid form for a model. */
export interface ForeignMessage {
  readonly by: "user" | "assistant";
  readonly parts: readonly ForeignPart[];
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly usage?: Usage;
}

/** Another tool's conversation, before conversion to an event log. */
export interface Conversation {
  readonly messages: readonly ForeignMessage[];
  readonly provider?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly cwd?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  /** What is missing from `messages` and why, for notes about the task. */
  readonly missing: readonly string[];
}
