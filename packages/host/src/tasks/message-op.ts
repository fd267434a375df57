import type { ImagePart, Op } from "@roo-code/types";
import type { TaskSession } from "../session/task-session.ts";

export interface TypedMessage {
  readonly opId: string;
  /** What the model is to read: a slash command is expanded here. */
  readonly text: string;
  /** What the person typed. Only this is searched for mentions. */
  readonly typed: string;
  readonly images: readonly ImagePart[];
}

/** Pages and commands that a message mentions may take long, but not for ever. */
const maxLookUpMs = 60_000;

/** The op of a message, with what it mentions. When looking that up is stopped or takes too long, without. */
export async function messageOp(
  { opId, text, typed, images }: TypedMessage,
  session: TaskSession,
  { signal, onNotice }: { signal: AbortSignal | undefined; onNotice: (notice: string) => void },
): Promise<Op> {
  const bare: Op = { type: "message.send", opId, text, images: [...images] };
  if (session.state.opIds.has(opId)) return bare;
  const late = AbortSignal.timeout(maxLookUpMs);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const composed = await session.compose(typed, stop).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
  if (!composed) {
    if (late.aborted) onNotice("Looking up what the message mentions took too long. It was sent without.");
    return bare;
  }
  for (const notice of composed.notices) onNotice(notice);
  const { attachment, seen } = composed;
  return {
    ...bare,
    images: [...images, ...composed.images],
    ...(seen.length > 0 && { seen: [...seen] }),
    ...(attachment !== undefined && { attachment }),
  };
}
