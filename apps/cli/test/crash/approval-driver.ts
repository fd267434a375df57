// A program that runs a task, and answers its questions as a person would.
import { loadTextFiles } from "./load-text-files.ts";

loadTextFiles();
const { runDriven } = await import("./run-driven.ts");

await runDriven({
  attended: true,
  autoApprove: [],
  onEvent(event, session) {
    const opId = `answer-${process.pid}-${event.seq}`;
    if (event.type === "approval.requested") {
      const decision = event.callId.startsWith("step-3-0") ? "deny" : "allow";
      void session.submit({ type: "approval.answer", opId, callId: event.callId, decision });
    }
    if (event.type === "question.requested")
      void session.submit({ type: "question.answer", opId, callId: event.callId, answer: "two" });
  },
});
