import type { TaskEvent } from "@roo-code/types";
import { useMemo } from "react";
import type { CallRow, ChatRow } from "../../../data/task/chat-row.ts";
import { foldRows } from "../../../data/task/fold-rows.ts";
import { CallIcon } from "../../chat/calls/call-icon.tsx";
import { callOutcome, describeCall } from "../../chat/calls/describe-call.ts";
import { editOfCall } from "../../chat/calls/edit-of-call.ts";
import { NoticeRowView } from "../../chat/notice-row.tsx";
import { ReplyRowView } from "../../chat/reply-row.tsx";
import { DiffPreview } from "../../diff/diff-hunk.tsx";

/** Messages, replies and calls of the agent, read-only. */
export function Trajectory({ events }: { readonly events: readonly TaskEvent[] }) {
  const { rows } = useMemo(() => foldRows(events), [events]);
  if (rows.length === 0)
    return <p className="p-6 text-center text-sm text-ink-3">This agent records no events. See its log.</p>;
  return (
    <ol className="flex flex-col gap-3 p-4">
      {rows.map((row) => (
        <li key={row.key}>
          <Row row={row} />
        </li>
      ))}
    </ol>
  );
}

function Row({ row }: { readonly row: ChatRow }) {
  switch (row.kind) {
    case "message":
      return (
        <div className="ml-auto w-fit max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
          {row.text}
        </div>
      );
    case "reply":
      return <ReplyRowView row={row} />;
    case "call":
      return <Call row={row} />;
    case "notice":
      return <NoticeRowView row={row} />;
    case "outcome":
      return (
        <p className="border-t pt-3 text-sm text-ink-2">
          The run ended: <span className="font-medium text-ink">{row.end.status}</span>
        </p>
      );
  }
}

const maxShown = 20_000;

function Call({ row }: { readonly row: CallRow }) {
  const { kind, verb, subject } = describeCall(row.name, row.input);
  const hunks = kind === "edit" ? editOfCall(row.input, row.request?.subject.detail) : [];
  const outcome = row.end && callOutcome(row.end);
  const result = row.end?.content ?? "";
  return (
    <details className="overflow-hidden rounded-lg border bg-surface">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-1.5 hover:bg-hover">
        <CallIcon kind={kind} />
        <span className="shrink-0 text-sm font-medium">{verb}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-2">{subject}</span>
        <span className={outcome?.hasFailed ? "text-2xs text-bad" : "text-2xs text-ink-3"}>
          {outcome?.text ?? "did not finish"}
        </span>
      </summary>
      {hunks.length > 0 ? (
        <div className="border-t p-2">
          <DiffPreview hunks={hunks} path={subject} />
        </div>
      ) : (
        <Part title="Input" text={JSON.stringify(row.input, null, 2)} />
      )}
      <Part title="Result" text={result.slice(0, maxShown)} />
    </details>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === "") return null;
  return (
    <section aria-label={title} className="border-t">
      <pre tabIndex={0} className="max-h-80 overflow-auto bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
