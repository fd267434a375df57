import type { ApiFileDiff } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { type DiffRange, diffQuery } from "../../data/task-queries.ts";
import { Failed, Loading } from "../../ui/states.tsx";
import { Visible } from "../../ui/visible.tsx";
import { DiffHunkView, DiffStat } from "./diff-hunk.tsx";
import { countLines, type DiffHunk, parseHunks } from "./diff-lines.ts";

interface FileDiffsProps {
  readonly range: DiffRange;
  readonly fileActions?: (file: ApiFileDiff) => ReactNode;
  readonly hunkActions?: (file: ApiFileDiff, hunk: DiffHunk) => ReactNode;
  readonly empty?: ReactNode;
}

/** The changes of the task's files between two events. */
export function FileDiffs({ range, fileActions, hunkActions, empty }: FileDiffsProps) {
  const { taskId } = useTaskFollower();
  const diff = useQuery(diffQuery(taskId, range));
  if (diff.isPending) return <Loading />;
  if (diff.isError) return <Failed error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.data.files.length === 0) return empty ?? <p className="text-xs text-ink-3">No files changed.</p>;
  return (
    <div className="flex flex-col gap-3">
      {diff.data.files.map((file) => (
        <FileSection key={file.path} file={file} actions={fileActions?.(file)} hunkActions={hunkActions} />
      ))}
      {diff.data.isTruncated && <p className="text-xs text-warn">Not all changed files are shown.</p>}
    </div>
  );
}

interface FileSectionProps {
  readonly file: ApiFileDiff;
  readonly actions: ReactNode;
  readonly hunkActions: FileDiffsProps["hunkActions"];
}

const changeLabels = { added: "new", changed: "", deleted: "deleted" };

function FileSection({ file, actions, hunkActions }: FileSectionProps) {
  const hunks = useMemo(() => parseHunks(file.text ?? ""), [file.text]);
  return (
    <section aria-label={file.path} className="overflow-hidden rounded-lg border bg-surface">
      <header className="flex min-h-9 items-center gap-2 border-b px-3">
        <span className="min-w-0 flex-1 truncate font-mono text-xs font-medium">
          <Visible text={file.path} />
        </span>
        {file.isMixed && (
          <span className="text-2xs text-warn">You changed the same lines since; this is the task's change.</span>
        )}
        {changeLabels[file.change] && <span className="text-2xs text-ink-3">{changeLabels[file.change]}</span>}
        <DiffStat {...countLines(hunks)} />
        {actions}
      </header>
      {hunks.map((hunk) => (
        <DiffHunkView key={hunk.header} hunk={hunk} path={file.path} actions={hunkActions?.(file, hunk)} />
      ))}
      {hunks.length === 0 && (
        <p className="px-3 py-2 text-xs text-ink-3">{file.isCut ? "Too large to show." : "Binary file."}</p>
      )}
    </section>
  );
}
