import { Clock, Paperclip, Pencil } from "lucide-react";
import { memo, useState } from "react";
import type { MessageRow } from "../../data/task/chat-row.ts";
import { sendMessage } from "../../data/task/task-ops.ts";
import { useIsRunning, useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { showError } from "../../ui/toast.ts";
import { Images } from "./images.tsx";

export const MessageRowView = memo(function MessageRowView({ row }: { readonly row: MessageRow }) {
  const [isEditing, setIsEditing] = useState(false);
  const isRunning = useIsRunning();
  if (isEditing) return <MessageEditor row={row} onClose={() => setIsEditing(false)} />;
  return (
    <article aria-label="You" className="group flex flex-col items-end gap-1">
      <div className="relative max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2 wrap-anywhere whitespace-pre-wrap">
        {row.text}
        {row.images.length > 0 && (
          <div className="mt-2">
            <Images images={row.images} />
          </div>
        )}
      </div>
      <div className="flex h-6 items-center gap-2 text-2xs text-ink-3">
        {row.attached !== "" && /(?:^|\s)@\S/.test(row.text) && (
          <span className="flex items-center gap-1">
            <Paperclip aria-hidden className="size-3" /> with attachments
          </span>
        )}
        {row.isWaiting && (
          <span className="flex items-center gap-1 text-warn">
            <Clock aria-hidden className="size-3" /> queued until the current tool calls finish
          </span>
        )}
        {!isRunning && (
          <IconButton
            label="Edit and resend"
            className="size-6 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100"
            onClick={() => setIsEditing(true)}
          >
            <Pencil />
          </IconButton>
        )}
      </div>
    </article>
  );
});

function MessageEditor({ row, onClose }: { readonly row: MessageRow; readonly onClose: () => void }) {
  const { taskId } = useTaskFollower();
  const [text, setText] = useState(row.text);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    try {
      await sendMessage(taskId, { text, images: row.images }, { insteadOf: row.seq });
      onClose();
    } catch (error) {
      showError(error);
      setIsSending(false);
    }
  };
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-accent bg-surface p-3">
      <TextArea
        autoFocus
        aria-label="Your message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={4}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-40 flex-1 text-xs text-ink-2">
          Everything after this message is undone first, including file changes.
        </p>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" disabled={isSending || !text.trim()} onClick={() => void send()}>
          Undo and resend
        </Button>
      </div>
    </div>
  );
}
