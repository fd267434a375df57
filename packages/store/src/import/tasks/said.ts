import type { ImagePart, ReasoningPart, TextPart, ToolCallPart, Usage } from "@roo-code/types";

/** What a tool answered, before it is known which call it answers. */
export interface SaidResult {
  readonly type: "tool-result";
  readonly callId: string;
  readonly content: string;
  readonly images?: readonly ImagePart[];
  readonly isError: boolean;
}

export type SaidPart = TextPart | ReasoningPart | ImagePart | ToolCallPart | SaidResult;

/** One thing said in another tool's conversation, in its order, and not yet in any legal form. */
export interface Said {
  readonly by: "user" | "assistant";
  readonly parts: readonly SaidPart[];
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly usage?: Usage;
}

/** Another tool's conversation, before it is a log of ours. */
export interface Conversation {
  readonly said: readonly Said[];
  readonly provider?: string;
  readonly model?: string;
  readonly mode?: string;
  readonly cwd?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  /** What of it is not in `said`, and why, as ends of a sentence about the task. */
  readonly missing: readonly string[];
}
