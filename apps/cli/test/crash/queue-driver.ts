// A program that runs a task, and sends another message while a command of the task runs.
import type { TaskSession } from "@roo-code/host";
import type { Op } from "@roo-code/types";
import { loadTextFiles } from "./load-text-files.ts";

loadTextFiles();
const { print, runDriven } = await import("./run-driven.ts");
const queued: Op = { type: "message.send", opId: "queued", text: "QUEUED: write extra.txt as well" };

await runDriven({
  attended: false,
  autoApprove: ["edit", "command", "mode"],
  onEvent(event, session) {
    if (event.type === "tool.start" && event.callId === "step-1-0") void sendQueued(session);
  },
  onOpen(session, [action]) {
    // It was not acknowledged, so it is sent again.
    if (action === "again") void sendQueued(session);
  },
});

async function sendQueued(session: TaskSession): Promise<void> {
  await session.submit(queued);
  print({ acknowledged: queued.opId });
}
