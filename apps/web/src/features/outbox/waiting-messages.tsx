import { Clock, RotateCw, X } from "lucide-react";
import { useLiveState } from "../../data/live.ts";
import { remove, sendAgain, useEntries } from "../../data/outbox/outbox.ts";
import type { OutboxEntry } from "../../data/outbox/outbox-entry.ts";
import { useFollowed, useTaskFollower } from "../../data/task/use-task.ts";
import { IconButton } from "../../ui/icon-button.tsx";

/** What was said and the server has not taken yet: it waits for the connection, or was refused. */
export function WaitingMessages({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const isOpen = useLiveState() === "open";
  // While there is a connection, sending takes no time that anybody would notice.
  const isOnItsWay = ({ refusal, at }: OutboxEntry) => isOpen && refusal === undefined && Date.now() - at < momentMs;
  return entries
    .filter((entry) => !isOnItsWay(entry))
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
            <IconButton label="Retry" className="size-6" onClick={() => void sendAgain(entry)}>
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

const momentMs = 2000;

/** Those for one task, but for what its log has already. */
export function useWaitingFor(taskId: string, isLogged: (opId: string) => boolean): readonly OutboxEntry[] {
  return useEntries().filter((entry) => entry.kind !== "beginning" && entry.taskId === taskId && !isLogged(entry.opId));
}

function countOf(images: number): string {
  return images === 1 ? "1 picture" : `${images} images`;
}

/** Below the conversation of the task around it. */
export function WaitingRow() {
  const { taskId } = useTaskFollower();
  const rows = useFollowed((task) => task.rows);
  const isLogged = (opId: string) => rows.some((row) => row.kind === "said" && row.opId === opId);
  return <WaitingMessages entries={useWaitingFor(taskId, isLogged)} />;
}
