import type { EvalRun } from "@roo-code/types";
import type { RunSummary } from "@roo-code/types/api";
import { formatCost, formatCount } from "../../../ui/format.ts";
import { formatInterval, IntervalBar } from "../../charts/interval-bar.tsx";
import { ProgressBar } from "../progress-bar.tsx";

interface RunFiguresProps {
  readonly run: EvalRun;
  readonly summary: RunSummary;
}

/** Pass rate with its confidence interval, cost and counts. */
export function RunFigures({ run, summary }: RunFiguresProps) {
  const { overall, costPerSolved, smallestDifference } = summary;
  const { low, high } = overall.interval;
  const figures = [
    { name: "Cost", value: run.cost === null ? "–" : formatCost(run.cost) },
    { name: "Per solved", value: costPerSolved === null ? "–" : formatCost(costPerSolved) },
    { name: "Tokens", value: formatCount(run.tokensIn + run.tokensOut) },
    { name: "Errors", value: String(summary.errors) },
    { name: "Flagged", value: String(summary.flagged) },
    { name: "Void", value: String(summary.voided) },
    { name: "Not scored", value: String(summary.excluded.length) },
  ];
  return (
    <section
      aria-label="Figures"
      className="grid gap-6 rounded-xl border bg-surface p-4 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div className="flex flex-col gap-2">
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {overall.rate === null ? "–" : `${Math.round(overall.rate * 100)} %`}
          </span>
          <span className="text-sm text-ink-2">
            {overall.passed} of {overall.graded} graded
          </span>
        </p>
        <IntervalBar label="Pass rate" rate={overall.rate} low={low} high={high} />
        <p className="text-xs text-ink-2">
          {overall.rate === null
            ? "Nothing is graded yet."
            : `95 % interval: ${formatInterval({ rate: overall.rate, low, high })}.`}{" "}
          {smallestDifference !== null &&
            `Differences below ${Math.round(smallestDifference)} points cannot be detected.`}
        </p>
      </div>
      <div className="flex flex-col justify-between gap-3">
        <dl className="grid grid-cols-3 gap-3 sm:grid-cols-4">
          {figures.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-2xs text-ink-3">{name}</dt>
              <dd className="truncate text-sm font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-col gap-1">
          <ProgressBar counts={run.counts} />
          <p className="text-2xs text-ink-3 tabular-nums">
            {run.counts.total - run.counts.waiting - run.counts.running} of {run.counts.total} trials
          </p>
        </div>
      </div>
    </section>
  );
}
