import type { ServedFormat } from "@roo-code/testkit/wire/served-format";
import type { WireStep } from "@roo-code/testkit/wire/wire-server";
import type { AssistantMessage, ProviderErrorCode, StopReason, Usage } from "@roo-code/types";
import type { Feature } from "../served-formats.ts";

/** What a server does, perhaps depending on the format it speaks. */
export type StepOf = WireStep | ((format: ServedFormat) => WireStep);

interface Common {
  readonly name: string;
  /** What a format must be able to say for this to happen at all. */
  readonly needs?: readonly Feature[];
  readonly step: StepOf;
}

export interface ReplyScenario extends Common {
  /** Ids are those of formats that have ids. */
  readonly content: AssistantMessage["content"];
  readonly stop?: StopReason;
  readonly usage?: Partial<Usage>;
}

export interface FailureScenario extends Common {
  readonly code: ProviderErrorCode | readonly ProviderErrorCode[];
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** What the message must hold, and what it must not. */
  readonly says?: RegExp;
  readonly hides?: RegExp;
  readonly partialText?: string;
}

export const text = (said: string) => ({ type: "text" as const, text: said });
export const call = (callId: string, name: string, input: object) => ({
  type: "tool-call" as const,
  callId,
  name,
  input,
});
