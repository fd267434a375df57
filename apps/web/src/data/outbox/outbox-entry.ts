import type { ImagePart } from "@roo-code/types";

interface Kept {
  /** Made when it was typed: the server takes the same one once. */
  readonly opId: string;
  /** When, in milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** Why the server would not take it, when it was sent later. */
  readonly refusal?: string;
}

export interface KeptMessage extends Kept {
  readonly kind: "message";
  readonly taskId: string;
  readonly mode?: string;
  /** The event of an earlier message that this one replaces. */
  readonly insteadOf?: number;
}

export interface KeptAnswer extends Kept {
  readonly kind: "answer";
  readonly taskId: string;
  readonly callId: string;
}

export interface KeptBeginning extends Kept {
  readonly kind: "beginning";
  readonly workspaceId: string;
  readonly mode?: string;
  readonly profile?: string;
}

/** What a person said and the server has not taken yet. */
export type OutboxEntry = KeptMessage | KeptAnswer | KeptBeginning;
