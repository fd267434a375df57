import { useMemo } from "react";
import { Visible } from "../../../ui/visible.tsx";
import { DiffPreview, DiffStat } from "../../diff/diff-hunk.tsx";
import { countLines, parseHunks } from "../../diff/diff-lines.ts";

/** What the agent changed, file by file. */
export function TrialDiff({ diff }: { readonly diff: string }) {
  const files = useMemo(() => filesOf(diff), [diff]);
  if (diff.trim() === "") return <p className="p-6 text-center text-sm text-ink-3">No changes.</p>;
  if (files.length === 0)
    return (
      <pre tabIndex={0} className="max-h-[70vh] overflow-auto p-4 font-mono text-xs">
        {diff}
      </pre>
    );
  return (
    <div className="flex flex-col gap-4 p-4">
      {files.map(({ path, hunks }) => (
        <section key={path} aria-label={path} className="flex flex-col gap-1">
          <h2 className="flex items-center gap-2 font-mono text-xs">
            <span className="truncate">
              <Visible text={path} />
            </span>
            <DiffStat {...countLines(hunks)} />
          </h2>
          <DiffPreview hunks={hunks} path={path} />
        </section>
      ))}
    </div>
  );
}

function filesOf(diff: string) {
  const sections = diff.split(/^(?=diff --git )/m);
  const whole = sections.length > 1 || diff.startsWith("diff --git ") ? sections : diff.split(/^(?=--- )/m);
  return whole.flatMap((section) => {
    const path = pathOf(section);
    const hunks = parseHunks(section);
    return path && hunks.length > 0 ? [{ path, hunks }] : [];
  });
}

/** The path of a file, or its former path if it was deleted. */
function pathOf(section: string): string | undefined {
  const names = [/^\+\+\+ (.+)$/m, /^--- (.+)$/m].map((line) => line.exec(section)?.[1]?.split("\t")[0]);
  return names.find((name) => name !== undefined && name !== "/dev/null")?.replace(/^[ab]\//, "");
}
