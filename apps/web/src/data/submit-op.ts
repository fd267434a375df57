import { fitsFrame } from "@roo-code/client";
import type { TaskOp } from "@roo-code/types/api";
import { client } from "./client.ts";
import { live } from "./live.ts";

/** Over the socket; with large images over HTTP, which is the same call. Resolves once it is on disk. Throws `ApiFailure`. */
export async function submitOp(taskId: string, op: TaskOp): Promise<void> {
  if (fitsFrame(op)) await live().submit(op, taskId);
  else await client.tasks.submit({ params: { taskId }, body: { op } });
}
