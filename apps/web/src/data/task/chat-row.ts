import type { EventOf, ImagePart, Usage } from "@roo-code/types";

interface RowBase {
  /** Stable while the row changes. */
  readonly key: string;
  /** The first event of the row. */
  readonly seq: number;
  readonly at: string;
}

/** A message of the user. */
export interface MessageRow extends RowBase {
  readonly kind: "message";
  readonly opId: string;
  readonly text: string;
  /** Text added for the model, such as mentioned files. */
  readonly attached: string;
  readonly images: readonly ImagePart[];
  /** Not delivered yet: the model gets it after the current tool calls. */
  readonly isWaiting: boolean;
}

/** A reply of the model, without its calls. */
export interface ReplyRow extends RowBase {
  readonly kind: "reply";
  readonly text: string;
  readonly reasoning: string;
  readonly images: readonly ImagePart[];
  readonly usage: Usage;
  /** Present if it is not the model that the run started with. */
  readonly model: string | undefined;
  readonly wasCut: boolean;
}

/** A tool call, from the request to its result. */
export interface CallRow extends RowBase {
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

export interface NoticeRow extends RowBase {
  readonly kind: "notice";
  readonly tone: "neutral" | "warn" | "bad";
  readonly topic: "retry" | "mode" | "summary" | "rewind" | "hook" | "phase" | "check" | "run" | "other";
  readonly title: string;
  readonly detail?: string;
}

/** How a run ended. */
export interface OutcomeRow extends RowBase {
  readonly kind: "outcome";
  readonly end: EventOf<"run.end">;
  /** The result repeats the last reply. */
  readonly isRepeated: boolean;
}

export type ChatRow = MessageRow | ReplyRow | CallRow | NoticeRow | OutcomeRow;
