import { ApiFailure, fitsFrame } from "@roo-code/client";
import type { TaskOp } from "@roo-code/types/api";
import { client } from "./client.ts";
import { live } from "./live.ts";

/** Over the socket; with large images over HTTP, which is the same call. Resolves once it is on disk. Throws `ApiFailure`. */
export async function submitOp(taskId: string, op: TaskOp): Promise<void> {
  if (fitsFrame(op)) await live().submit(op, taskId);
  else await client.tasks.submit({ params: { taskId }, body: { op } });
}

/** Also where the page is served without TLS, which `crypto.randomUUID` refuses. */
export function newOpId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const pausesMs = [300, 600, 1200, 2500, 5000, 5000, 5000, 5000];

/** For what changes nothing the second time: asks again until the server is there, for half a minute. */
export async function untilReached<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const pauseMs of pausesMs)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return ask();
}
