import { ApiFailure } from "@roo-code/client";
import { SerialQueue } from "@roo-code/types";
import { create } from "zustand";
import { client } from "../client.ts";
import { isLiveOpen, onLiveOpen } from "../live.ts";
import { submitOp } from "../submit-op.ts";
import { forgetEntry, keepEntry, type OutboxEntry, readEntries } from "./outbox-entry.ts";

interface Outbox {
  readonly entries: readonly OutboxEntry[];
}

const useOutbox = create<Outbox>(() => ({ entries: [] }));

/** What waits, oldest first. */
export function useEntries(): readonly OutboxEntry[] {
  return useOutbox(({ entries }) => entries);
}

/**
 * Keeps it, then sends it. Resolves with the task it went to, or undefined where it has to wait for the server: then
 * it is sent as soon as that is there, also by another page. Throws where the server would not take it, and forgets it.
 */
export async function post(entry: OutboxEntry): Promise<string | undefined> {
  useOutbox.setState(({ entries }) => ({ entries: [...entries, entry] }));
  await keepEntry(entry);
  // A request into the void may take minutes to fail.
  if (!isLiveOpen()) return void sendWaiting();
  return sending.run(async () => {
    try {
      const taskId = await sendEntry(entry);
      await remove(entry.opId);
      return taskId;
    } catch (error) {
      if (mayWait(error)) return undefined;
      await remove(entry.opId);
      throw error;
    }
  });
}

export async function remove(opId: string): Promise<void> {
  useOutbox.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.opId !== opId) }));
  await forgetEntry(opId);
}

export async function sendAgain(entry: OutboxEntry): Promise<void> {
  const { refusal: _, ...again } = entry;
  await replace(again);
  await sendWaiting();
}

/** Once for a page: what an earlier one left, and whatever waits whenever the server is there again. */
export function startOutbox(): () => void {
  void readEntries().then((kept) => {
    const known = new Set(useOutbox.getState().entries.map(({ opId }) => opId));
    const left = kept.filter(({ opId }) => !known.has(opId));
    useOutbox.setState(({ entries }) => ({ entries: [...left, ...entries] }));
    return sendWaiting();
  });
  const stop = onLiveOpen(() => void sendWaiting());
  // A server that is there but not ready, such as one whose database is away.
  const timer = setInterval(() => void sendWaiting(), againMs);
  return () => {
    stop();
    clearInterval(timer);
  };
}

const againMs = 15_000;

const sending = new SerialQueue();

async function sendWaiting(): Promise<void> {
  const waiting = () => useOutbox.getState().entries.find(({ refusal }) => refusal === undefined);
  await sending.run(async () => {
    for (let entry = waiting(); entry; entry = waiting())
      try {
        await sendEntry(entry);
        await remove(entry.opId);
      } catch (error) {
        if (mayWait(error)) return;
        await replace({ ...entry, refusal: error instanceof Error ? error.message : String(error) });
      }
  });
}

async function replace(changed: OutboxEntry): Promise<void> {
  useOutbox.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.opId === changed.opId ? changed : entry)),
  }));
  await keepEntry(changed);
}

/** Returns the task that it went to. Throws `ApiFailure`. */
async function sendEntry(entry: OutboxEntry): Promise<string> {
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
function mayWait(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 401 || error.status >= 502);
}
