import type { EvalRun } from "@roo-code/types";
import { clsx } from "clsx";

const parts = [
  { key: "passed", label: "passed", fill: "bg-ok" },
  { key: "failed", label: "failed", fill: "bg-bad" },
  { key: "voided", label: "void", fill: "bg-bad" },
  { key: "limit", label: "hit a limit", fill: "bg-warn" },
  { key: "excluded", label: "not scored", fill: "bg-ink-3" },
  { key: "error", label: "errored", fill: "bg-ink-3" },
  { key: "running", label: "running", fill: "bg-accent" },
] as const satisfies readonly { key: keyof EvalRun["counts"]; label: string; fill: string }[];

/** The progress and results of a run. */
export function ProgressBar({ counts }: { readonly counts: EvalRun["counts"] }) {
  const labels = parts.filter(({ key }) => counts[key] > 0).map(({ key, label }) => `${counts[key]} ${label}`);
  return (
    <div
      role="img"
      aria-label={`${labels.join(", ") || "nothing yet"}, of ${counts.total}`}
      className="flex h-2 w-full overflow-hidden rounded-full bg-line"
    >
      {parts.map(({ key, fill }) => (
        <span
          key={key}
          className={clsx("h-full", fill)}
          style={{ width: `${(counts[key] / Math.max(1, counts.total)) * 100}%` }}
        />
      ))}
    </div>
  );
}
