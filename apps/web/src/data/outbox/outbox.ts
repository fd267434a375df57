import { ApiFailure } from "@roo-code/client";
import { SerialQueue } from "@roo-code/types";
import { create } from "zustand";
import { client } from "../client.ts";
import { isLiveOpen, onLiveOpen } from "../live.ts";
import { submitOp } from "../submit-op.ts";
import { deleteEntry, type OutboxEntry, readEntries, saveEntry } from "./outbox-entry.ts";

interface Outbox {
  readonly entries: readonly OutboxEntry[];
}

const useOutbox = create<Outbox>(() => ({ entries: [] }));

/** Unsent entries, oldest first. */
export function useEntries(): readonly OutboxEntry[] {
  return useOutbox(({ entries }) => entries);
}

/**
 * Saves an entry, then sends it. Resolves with the id of its task, or undefined if the server cannot be reached: then it
 * is sent once it can, also by another page. Throws if the server refuses it, and deletes it.
 */
export async function post(entry: OutboxEntry): Promise<string | undefined> {
  useOutbox.setState(({ entries }) => ({ entries: [...entries, entry] }));
  await saveEntry(entry);
  // A request without a connection may take minutes to fail.
  if (!isLiveOpen()) return void sendUnsent();
  return sending.run(async () => {
    try {
      const taskId = await sendEntry(entry);
      await remove(entry.opId);
      return taskId;
    } catch (error) {
      if (isRetryable(error)) return undefined;
      await remove(entry.opId);
      throw error;
    }
  });
}

export async function remove(opId: string): Promise<void> {
  useOutbox.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.opId !== opId) }));
  await deleteEntry(opId);
}

export async function resend(entry: OutboxEntry): Promise<void> {
  const { refusal: _, ...again } = entry;
  await replace(again);
  await sendUnsent();
}

/** Called once per page: sends what earlier pages left, and unsent entries whenever the connection opens. */
export function startOutbox(): () => void {
  void readEntries().then((saved) => {
    const known = new Set(useOutbox.getState().entries.map(({ opId }) => opId));
    const left = saved.filter(({ opId }) => !known.has(opId));
    useOutbox.setState(({ entries }) => ({ entries: [...left, ...entries] }));
    return sendUnsent();
  });
  const stop = onLiveOpen(() => void sendUnsent());
  // For a server that answers but is not ready, for example without its database.
  const timer = setInterval(() => void sendUnsent(), retryMs);
  return () => {
    stop();
    clearInterval(timer);
  };
}

const retryMs = 15_000;

const sending = new SerialQueue();

async function sendUnsent(): Promise<void> {
  const nextUnsent = () => useOutbox.getState().entries.find(({ refusal }) => refusal === undefined);
  await sending.run(async () => {
    for (let entry = nextUnsent(); entry; entry = nextUnsent())
      try {
        await sendEntry(entry);
        await remove(entry.opId);
      } catch (error) {
        if (isRetryable(error)) return;
        await replace({ ...entry, refusal: error instanceof Error ? error.message : String(error) });
      }
  });
}

async function replace(changed: OutboxEntry): Promise<void> {
  useOutbox.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.opId === changed.opId ? changed : entry)),
  }));
  await saveEntry(changed);
}

/** Returns the id of the task. Throws `ApiFailure`. */
async function sendEntry(entry: OutboxEntry): Promise<string> {
  const { opId, text } = entry;
  const images = [...entry.images];
  if (entry.kind === "beginning") {
    const { workspaceId, mode, profile } = entry;
    const body = {
      workspaceId,
      text,
      images: images.length > 0 ? images : undefined,
      mode: mode || undefined,
      profile: profile || undefined,
    };
    const { taskId } = await client.tasks.create({ body }, { idempotencyKey: opId });
    return taskId;
  }
  const { taskId } = entry;
  if (entry.kind === "answer") {
    await submitOp(taskId, { type: "question.answer", opId, callId: entry.callId, answer: text });
  } else {
    const { mode, insteadOf } = entry;
    await submitOp(taskId, { type: "message.send", opId, text, images, mode, insteadOf });
  }
  return taskId;
}

/** Whether the server may accept it later: it was not reached, not ready, or we were signed out. */
function isRetryable(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 401 || error.status >= 502);
}
