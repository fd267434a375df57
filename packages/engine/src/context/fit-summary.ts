import type { Receipt, TaskState, UserMessage } from "@roo-code/types";
import type { ContextMeter } from "./context-meter.ts";
import { makeReceipt } from "./make-receipt.ts";
import type { SummaryPlan } from "./plan-summary.ts";
import { summaryMessage } from "./summary-message.ts";
import { roomWithin } from "./summary-room.ts";
import { readSummary } from "./summary-text.ts";

export interface FittedSummary {
  readonly receipt: Receipt;
  readonly message: UserMessage;
  readonly size: number;
}

const mostTries = 4;
const tolerance = 1.2;

/** Room is given in characters, of which a token holds four in English and less than one in Chinese: tried until it fits. */
export function fitSummary(options: {
  state: TaskState;
  plan: SummaryPlan;
  meter: ContextMeter;
  /** The model's words; empty when it could not be asked. */
  said: string;
}): FittedSummary {
  const { state, plan, meter, said } = options;
  const { count, tokens, summaryTokens } = plan;
  const { decisions, rest } = readSummary(said);
  let wanted = summaryTokens;
  for (let attempt = 1; ; attempt += 1) {
    const room = roomWithin(wanted);
    const receipt = makeReceipt({ state, count, tokens, decisions, room });
    const message = summaryMessage({ receipt, summary: rest, state, count, room });
    const size = meter.message(message, state);
    if (size <= summaryTokens * tolerance || attempt === mostTries) return { receipt, message, size };
    wanted *= summaryTokens / size;
  }
}
