import type { ApiChunk, ModelRequest } from "@roo-code/types";
import { ModelDialect } from "./dialect-memory.ts";
import { RepairedReply } from "./repaired-reply.ts";

/**
 * The chunks of a reply with its calls as they were meant: broken arguments mended, values of the wrong type
 * converted, names corrected, calls written as text made calls. A call that is fine passes unchanged; one that cannot
 * be mended for sure stays broken. Text and arguments stay live. What was done is remembered in the model's dialect.
 */
export async function* repairCalls(
  chunks: AsyncIterable<ApiChunk>,
  request: ModelRequest,
  dialect: ModelDialect = new ModelDialect(),
): AsyncGenerator<ApiChunk> {
  if (request.tools.length === 0) {
    yield* chunks;
    return;
  }
  const reply = new RepairedReply(request, dialect);
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "message.end") yield* reply.end(chunk.stopReason);
      else for (const repaired of reply.accept(chunk)) yield repaired;
    }
  } catch (error) {
    // What was held back is part of what had arrived.
    yield* reply.flush();
    throw error;
  }
  yield* reply.flush();
}
