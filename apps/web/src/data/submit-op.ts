import { ApiFailure, fitsFrame } from "@roo-code/client";
import type { TaskOp } from "@roo-code/types/api";
import { client } from "./client.ts";
import { live } from "./live.ts";

/** Sends an op over the WebSocket, or over HTTP if it is too large for a frame. Resolves once it is on disk. Throws `ApiFailure`. */
export async function submitOp(taskId: string, op: TaskOp): Promise<void> {
  if (fitsFrame(op)) await live().submit(op, taskId);
  else await client.tasks.submit({ params: { taskId }, body: { op } });
}

/** `crypto.randomUUID` is not available without TLS. */
export function newOpId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const retryDelaysMs = [300, 600, 1200, 2500, 5000, 5000, 5000, 5000];

/** Retries an idempotent request for half a minute while the server cannot be reached. */
export async function retryUntilReached<Response>(request: () => Promise<Response>): Promise<Response> {
  for (const delayMs of retryDelaysMs)
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  return request();
}
