import { LoaderCircle } from "lucide-react";
import { useFollowed, useIsRunning } from "../../data/task/use-task.ts";
import { CallIcon } from "./calls/call-icon.tsx";
import { describeCall } from "./calls/describe-call.ts";
import { Output } from "./calls/output.tsx";
import { Markdown } from "./markdown.tsx";
import { Reasoning } from "./reply-row.tsx";

/** The reply being streamed, and how far work beside it is. */
export function LiveRow() {
  const progress = useFollowed(({ reply }) => reply.progress);
  return (
    <>
      <LiveReply />
      {progress && <Working text={progress} />}
    </>
  );
}

function LiveReply() {
  const { text, reasoning, calls } = useFollowed(({ reply }) => reply);
  const isAsking = useFollowed(({ view }) => view !== undefined && view.requestedAt !== null);
  const isRunning = useIsRunning();
  if (!text && !reasoning && calls.length === 0)
    return isRunning && isAsking ? <Working text="The model is thinking" /> : null;
  return (
    <div className="flex flex-col gap-3">
      {(text || reasoning) && (
        <article aria-label="Reply so far" className="flex flex-col gap-2">
          <Reasoning text={reasoning} isLive />
          {text && <Markdown text={text} isStreaming />}
        </article>
      )}
      {calls.map(({ callId, name, input }) => (
        <div key={callId} className="rounded-lg border bg-surface">
          <div className="flex items-center gap-2 px-3 py-1.5">
            <CallIcon kind={describeCall(name, {}).kind} />
            <span className="flex-1 text-sm font-medium">{describeCall(name, {}).verb}</span>
            <LoaderCircle aria-hidden className="size-3.5 animate-spin text-accent-text" />
          </div>
          {input && (
            <div className="border-t px-3 py-2">
              <Output text={readable(input)} label="Tool call in progress" isGrowing />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function Working({ text }: { readonly text: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-xs text-ink-3">
      <LoaderCircle aria-hidden className="size-3.5 animate-spin" /> {text}
    </p>
  );
}

/** Incomplete JSON with line breaks unescaped. */
function readable(input: string): string {
  return input.replaceAll(String.raw`\n`, "\n").replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\t`, "  ");
}
