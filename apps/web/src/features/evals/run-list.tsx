import type { EvalRun } from "@roo-code/types";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../ui/badge.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { formatAge, formatCost } from "../../ui/format.ts";
import { formatInterval, IntervalBar } from "../charts/interval-bar.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { isActive, runName, statusLabels } from "./run-labels.ts";

interface RunListProps {
  readonly runs: readonly EvalRun[];
  /** Ids of the runs to compare, at most two. */
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
}

export function RunList({ runs, chosen, onChoose }: RunListProps) {
  return (
    <ul className="divide-y" aria-label="Runs">
      {runs.map((run) => (
        <RunRow
          key={run.id}
          run={run}
          isChosen={chosen.includes(run.id)}
          canChoose={chosen.length < 2 || chosen.includes(run.id)}
          onChoose={(isChosen) => onChoose(isChosen ? [...chosen, run.id] : chosen.filter((id) => id !== run.id))}
        />
      ))}
    </ul>
  );
}

interface RunRowProps {
  readonly run: EvalRun;
  readonly isChosen: boolean;
  readonly canChoose: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function RunRow({ run, isChosen, canChoose, onChoose }: RunRowProps) {
  const { label, tone } = statusLabels[run.status];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-3 hover:bg-hover/60 md:grid-cols-[auto_minmax(0,1fr)_11rem_13rem]">
      <Checkbox
        label={<span className="sr-only">Compare {runName(run)}</span>}
        checked={isChosen}
        disabled={!canChoose}
        onChange={onChoose}
      />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Link
            to="/evals/$runId"
            params={{ runId: String(run.id) }}
            className="truncate text-sm font-medium hover:underline"
          >
            {runName(run)}
          </Link>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="truncate text-xs text-ink-3">
          {[run.model, run.request.suite, run.cost === null ? null : formatCost(run.cost), formatAge(run.createdAt)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className="col-start-2 flex flex-col gap-1 md:col-start-auto">
        <ProgressBar counts={run.counts} />
        <p className="text-2xs text-ink-3 tabular-nums">
          {run.counts.total - run.counts.waiting - run.counts.running} of {run.counts.total} trials
        </p>
      </div>
      <RateCell run={run} />
    </li>
  );
}

function RateCell({ run }: { readonly run: EvalRun }) {
  const { passed, graded, rate, interval } = run.passRate;
  const { low, high } = interval;
  return (
    <div className="col-start-2 md:col-start-auto">
      <IntervalBar label={`Pass rate of ${runName(run)}`} rate={rate} low={low} high={high} />
      <p className="text-2xs text-ink-2 tabular-nums">
        {rate === null
          ? isActive(run)
            ? "nothing graded yet"
            : "nothing graded"
          : `${passed} of ${graded}: ${formatInterval({ rate, low, high })}`}
      </p>
    </div>
  );
}
