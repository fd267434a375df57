import { useMemo } from "react";
import type { CallRow } from "../../../data/task/chat-row.ts";
import { useFollowed } from "../../../data/task/use-task.ts";
import { DiffPreview } from "../../diff/diff-preview.tsx";
import { Pictures } from "../pictures.tsx";
import { pathNames, textIn } from "./call-input.ts";
import { commandWords } from "./command-words.ts";
import type { CallKind } from "./describe-call.ts";
import { editOfCall } from "./edit-of-call.ts";
import { Output } from "./output.tsx";

export interface CallBodyProps {
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
