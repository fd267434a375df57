import type { ImagePart, Op } from "@roo-code/types";
import type { TaskSession } from "../session/task-session.ts";

interface TypedMessage {
  readonly opId: string;
  /** The text for the model, with slash commands expanded. */
  readonly text: string;
  /** The text the user typed. Only this is searched for mentions. */
  readonly typed: string;
  readonly images: readonly ImagePart[];
}

/** Looking up mentioned pages and commands may take long. */
const maxLookUpMs = 60_000;

/** The op of a message with its mentions attached. If looking them up is aborted or takes too long, without them. */
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
    if (late.aborted) onNotice("Looking up the mentions of the message took too long. It was sent without them.");
    return bare;
  }
  for (const notice of composed.notices) onNotice(notice);
  const { attachment, seen } = composed;
  return {
    ...bare,
    images: [...images, ...composed.images],
    seen: seen.length > 0 ? [...seen] : undefined,
    attachment,
  };
}

let count = 0;

/** An id that no other op of the same task has. */
export function newOpId(): string {
  count += 1;
  return `op-${process.pid}-${Date.now()}-${count}`;
}
