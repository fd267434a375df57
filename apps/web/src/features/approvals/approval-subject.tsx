import type { ApprovalSubject } from "@roo-code/types";
import { useMemo } from "react";
import { Visible } from "../../ui/visible.tsx";
import { CodeBlock } from "../code/code-block.tsx";
import { DiffPreview } from "../diff/diff-hunk.tsx";
import { parseHunks } from "../diff/diff-lines.ts";

interface ApprovalSubjectProps {
  readonly subject: ApprovalSubject;
  readonly why?: string | undefined;
  /** In a list of questions: long diffs are collapsed. */
  readonly isOneOfMany?: boolean;
}

/** Everything that would be done: the command, the diff, and the reason for asking. */
export function ApprovalSubjectView({ subject, why, isOneOfMany = false }: ApprovalSubjectProps) {
  const { command, detail, paths } = subject;
  const hunks = useMemo(() => (detail === undefined ? [] : parseHunks(detail)), [detail]);
  return (
    <>
      {command !== undefined && (
        <div className="max-h-80 overflow-auto [&>div]:my-0">
          <CodeBlock code={command} language="shell" />
        </div>
      )}
      {hunks.length > 0 && (
        <DiffPreview hunks={hunks} path={paths?.[0] ?? ""} firstLines={isOneOfMany ? 10 : undefined} />
      )}
      {hunks.length === 0 && detail !== undefined && (
        <pre className="max-h-64 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">
          <Visible text={detail} />
        </pre>
      )}
      {why !== undefined && (
        <p className="text-xs wrap-anywhere text-ink-2">
          <Visible text={why} />
        </p>
      )}
    </>
  );
}

/** One line for the header of a card. */
export function questionOf({ kind, summary, cwd }: ApprovalSubject): string {
  const where = cwd === undefined ? "" : ` in ${cwd}`;
  switch (kind) {
    case "command":
      return `Run this command${where}?`;
    case "destructive":
      return `This command may be destructive. Run it${where}?`;
    case "edit":
      return `Make this change? ${summary}`;
    case "protected":
      return `Change a protected file? ${summary}`;
    case "read":
    case "browser":
    case "mcp":
    case "mode":
    case "subtask":
    case "followup":
      return summary.endsWith("?") ? summary : `${summary}?`;
  }
}
