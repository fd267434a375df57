import type { OpenCall } from "@roo-code/types";
import type { SettleDeps } from "./settle-deps.ts";

export interface Question {
  readonly question: string;
  readonly suggestions: readonly string[];
  /** The call asked something before, and has its answer. */
  readonly isAgain?: true;
}

/** What the person says; undefined where nobody is there. Rejects only when the task is stopped. */
export async function askPerson(deps: SettleDeps, open: OpenCall, asked: Question): Promise<string | undefined> {
  if (!deps.ports.policy.attended) return undefined;
  const { question, suggestions, isAgain } = asked;
  const before = isAgain ? open.answer : undefined;
  const { callId } = open.call;
  await deps.record.commit({ type: "question.requested", callId, question, suggestions: [...suggestions] });
  const { answer } = await deps.inbox.until(
    open,
    () => (open.answer === before ? undefined : open.answer),
    deps.signal,
  );
  return answer;
}
