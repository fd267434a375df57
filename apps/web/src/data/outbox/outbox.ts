import { SerialQueue } from "@roo-code/types";
import { create } from "zustand";
import { isLiveOpen, onLiveOpen } from "../live.ts";
import { forgetEntry, keepEntry, readEntries } from "./kept-entries.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { mayWait, sendEntry } from "./send-entry.ts";

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
