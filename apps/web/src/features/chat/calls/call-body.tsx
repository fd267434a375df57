import type { Evidence } from "@roo-code/types";
import { CircleCheck, CircleHelp, CircleX, Clock } from "lucide-react";
import { useMemo } from "react";
import type { CallRow } from "../../../data/task/chat-row.ts";
import { useFollowed } from "../../../data/task/use-task.ts";
import { DiffPreview } from "../../diff/diff-hunk.tsx";
import { Pictures } from "../pictures.tsx";
import { type CallKind, commandWords, pathNames, textIn } from "./describe-call.ts";
import { editOfCall } from "./edit-of-call.ts";
import { Output } from "./output.tsx";

interface CallBodyProps {
  readonly row: CallRow;
  readonly kind: CallKind;
  readonly isRunning: boolean;
}

export function CallBody({ row, kind, isRunning }: CallBodyProps) {
  const live = useFollowed(({ reply }) => reply.outputs[row.callId]);
  const { end } = row;
  const hunks = useMemo(
    () => (kind === "edit" ? editOfCall(row.input, row.request?.subject.detail) : []),
    [kind, row.input, row.request],
  );
  const whole = end ? end.content : live;
  const said = kind === "command" && whole !== undefined ? commandWords(whole) : whole;
  return (
    <div className="flex flex-col gap-2 border-t px-3 py-2">
      {hunks.length > 0 && (
        <DiffPreview hunks={hunks} path={textIn(row.input, ...pathNames) ?? row.request?.subject.paths?.[0] ?? ""} />
      )}
      {kind === "other" || kind === "mcp" ? <Output text={JSON.stringify(row.input, null, 2)} label="Input" /> : null}
      {(hunks.length === 0 || end?.isError) && said !== undefined && said !== "" && (
        <Output
          text={said}
          label={isRunning ? "Output so far" : "Result"}
          isFailed={end?.isError ?? false}
          isGrowing={isRunning}
        />
      )}
      {hunks.length === 0 && !said && (
        <p className="text-xs text-ink-3">{isRunning ? "No output yet." : end ? "No output." : "Not run."}</p>
      )}
      {end?.images && <Pictures images={end.images} />}
    </div>
  );
}

const marks = {
  shown: { icon: <CircleCheck className="text-ok" />, says: "confirmed by the log" },
  stale: { icon: <Clock className="text-warn" />, says: "was true, but something changed since" },
  contradicted: { icon: <CircleX className="text-bad" />, says: "contradicted by the log" },
  unknown: { icon: <CircleHelp className="text-ink-3" />, says: "not found in the log" },
};

/** What a completion claims, beside what happened. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-1 rounded-lg border bg-surface px-3 py-2 text-xs">
      {evidence.map(({ claim, command, path, verdict, why }, index) => (
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
          {marks[verdict].icon}
          <span className="min-w-0 flex-1">
            {claim} <code className="font-mono text-2xs text-ink-3 wrap-anywhere">{command ?? path}</code>
          </span>
          <span className="text-ink-3">{why ?? marks[verdict].says}</span>
        </li>
      ))}
    </ul>
  );
}
