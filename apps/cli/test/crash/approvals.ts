import type { TaskEvent } from "@roo-code/types";
import { type Act, carefulActor, command, diff, write } from "./careful-actor.ts";
import type { CrashScenario } from "./scenario.ts";

const question: Act = {
  name: "ask_followup_question",
  input: { question: "Which name?", follow_up: [{ text: "one" }, { text: "two" }] },
};

/** A person approves each edit and command, denies one, and answers a question. */
export const approvals: CrashScenario = {
  name: "approvals and questions",
  files: { "a.txt": "one\ntwo\n" },
  driver: { file: "approval-driver.ts" },
  start: [],
  flags: [],
  answer: (request, journal) =>
    carefulActor(
      {
        name: "step",
        replies: [
          [write("b.txt", "b\n")],
          [command(journal, "first")],
          [question],
          [write("denied.txt", "never\n")],
          [diff("a.txt", "two", "TWO"), command(journal, "second")],
        ],
        result: "all done",
      },
      request,
    ),
  problems: (_, logs) => answerProblems(logs.get("root") ?? []),
};

/** An answer that was given counts, and is not asked for again. */
function answerProblems(events: readonly TaskEvent[]): string[] {
  const problems: string[] = [];
  const answered = new Set<string>();
  for (const event of events) {
    if (event.type === "approval.end" || event.type === "question.end") {
      if (answered.has(event.callId)) problems.push(`${event.callId} was answered twice`);
      answered.add(event.callId);
    }
    if ((event.type === "approval.requested" || event.type === "question.requested") && answered.has(event.callId))
      problems.push(`${event.callId} is asked about again after it was answered`);
    if (event.type === "tool.end" && event.callId.startsWith("step-3-0") && event.code !== "denied")
      problems.push(`${event.callId} was denied and ended with ${event.code ?? event.content}`);
    if (event.type === "tool.end" && event.callId === "step-2-0" && !event.content.includes("two"))
      problems.push(`the answer is ${event.content}`);
  }
  return problems;
}
