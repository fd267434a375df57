import type { EventOf, ImagePart, Usage } from "@roo-code/types";

interface Placed {
  /** Stays the same while the row changes. */
  readonly key: string;
  /** The event it begins with. */
  readonly seq: number;
  readonly at: string;
}

/** What a person said. */
export interface SaidRow extends Placed {
  readonly kind: "said";
  readonly opId: string;
  readonly text: string;
  /** What came along for the model: files that were mentioned, and what is around them. */
  readonly attached: string;
  readonly images: readonly ImagePart[];
  /** Said while the agent works: the model is told when the calls under way have ended. */
  readonly isWaiting: boolean;
}

/** What the model said, but for its calls. */
export interface ReplyRow extends Placed {
  readonly kind: "reply";
  readonly text: string;
  readonly reasoning: string;
  readonly images: readonly ImagePart[];
  readonly usage: Usage;
  /** Who answered, where it was not the model the run began with. */
  readonly model: string | undefined;
  readonly wasCut: boolean;
}

/** A call, from the model's wish to its result. */
export interface CallRow extends Placed {
  readonly kind: "call";
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
  readonly start?: EventOf<"tool.start">;
  readonly end?: EventOf<"tool.end">;
  readonly request?: EventOf<"approval.requested"> | undefined;
  readonly decision?: EventOf<"approval.end"> | undefined;
  readonly question?: EventOf<"question.requested"> | undefined;
  readonly answer?: EventOf<"question.end"> | undefined;
  readonly subtask?: EventOf<"subtask.start">;
  readonly subtaskEnd?: EventOf<"subtask.end">;
}

/** Something a reader should know. */
export interface NoticeRow extends Placed {
  readonly kind: "notice";
  readonly tone: "neutral" | "warn" | "bad";
  readonly topic: "retry" | "mode" | "summary" | "rewind" | "hook" | "phase" | "check" | "run" | "other";
  readonly title: string;
  readonly detail?: string;
}

/** How a run ended. */
export interface OutcomeRow extends Placed {
  readonly kind: "outcome";
  readonly end: EventOf<"run.end">;
  /** Its result is what the model has just said. */
  readonly isRepeated: boolean;
}

export type ChatRow = SaidRow | ReplyRow | CallRow | NoticeRow | OutcomeRow;
