import { ApiFailure } from "@roo-code/client";
import { client } from "../client.ts";
import { submitOp } from "../submit-op.ts";
import type { OutboxEntry } from "./outbox-entry.ts";

/** Returns the task that it went to. Throws `ApiFailure`. */
export async function sendEntry(entry: OutboxEntry): Promise<string> {
  const { opId, text } = entry;
  const images = [...entry.images];
  if (entry.kind === "beginning") {
    const { workspaceId, mode, profile } = entry;
    const body = {
      workspaceId,
      text,
      ...(images.length > 0 && { images }),
      ...(mode && { mode }),
      ...(profile && { profile }),
    };
    const { taskId } = await client.tasks.create({ body }, { idempotencyKey: opId });
    return taskId;
  }
  const { taskId } = entry;
  if (entry.kind === "answer") {
    await submitOp(taskId, { type: "question.answer", opId, callId: entry.callId, answer: text });
  } else {
    const { mode, insteadOf } = entry;
    const more = { ...(mode !== undefined && { mode }), ...(insteadOf !== undefined && { insteadOf }) };
    await submitOp(taskId, { type: "message.send", opId, text, images, ...more });
  }
  return taskId;
}

/** Whether it may be taken later: nobody was there, or nobody who knew us. */
export function mayWait(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 401 || error.status >= 502);
}
