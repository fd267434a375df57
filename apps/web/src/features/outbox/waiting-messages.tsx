import { Clock, RotateCw, X } from "lucide-react";
import { useLiveState } from "../../data/live.ts";
import { remove, resend, useEntries } from "../../data/outbox/outbox.ts";
import type { OutboxEntry } from "../../data/outbox/outbox-entry.ts";
import { useFollowed, useTaskFollower } from "../../data/task/use-task.ts";
import { IconButton } from "../../ui/icon-button.tsx";

/** Messages that wait for the connection or were refused by the server. */
export function WaitingMessages({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const isOpen = useLiveState() === "open";
  // With a connection, sending is too quick to be worth showing.
  const isSending = ({ refusal, at }: OutboxEntry) => isOpen && refusal === undefined && Date.now() - at < quickMs;
  return entries
    .filter((entry) => !isSending(entry))
    .map((entry) => (
      <article key={entry.opId} aria-label="Waiting message" className="flex flex-col items-end gap-1 pb-3">
        <div className="max-w-[85%] rounded-2xl rounded-br-md border border-dashed border-line-strong px-4 py-2 wrap-anywhere whitespace-pre-wrap text-ink-2">
          {entry.text}
          {entry.images.length > 0 && <p className="text-xs">{countOf(entry.images.length)}</p>}
        </div>
        <div className="flex items-center gap-2 text-2xs">
          {entry.refusal === undefined ? (
            <span role="status" className="flex items-center gap-1 text-warn">
              <Clock aria-hidden className="size-3" /> waiting for the server
            </span>
          ) : (
            <span role="alert" className="text-bad">
              not sent: {entry.refusal}
            </span>
          )}
          {entry.refusal !== undefined && (
            <IconButton label="Retry" className="size-6" onClick={() => void resend(entry)}>
              <RotateCw />
            </IconButton>
          )}
          <IconButton label="Discard" className="size-6" onClick={() => void remove(entry.opId)}>
            <X />
          </IconButton>
        </div>
      </article>
    ));
}

const quickMs = 2000;

/** Unsent messages of one task, except those already in its log. */
export function useWaitingFor(taskId: string, isLogged: (opId: string) => boolean): readonly OutboxEntry[] {
  return useEntries().filter((entry) => entry.kind !== "beginning" && entry.taskId === taskId && !isLogged(entry.opId));
}

function countOf(images: number): string {
  return images === 1 ? "1 image" : `${images} images`;
}

/** Unsent messages of the current task. */
export function WaitingRow() {
  const { taskId } = useTaskFollower();
  const rows = useFollowed((task) => task.rows);
  const isLogged = (opId: string) => rows.some((row) => row.kind === "message" && row.opId === opId);
  return <WaitingMessages entries={useWaitingFor(taskId, isLogged)} />;
}
