import type { EvalTrial } from "@roo-code/types";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatCost, formatCount, formatDuration } from "../../../ui/format.ts";
import { trialLabels, trialState } from "../run-labels.ts";

/** Verdict, tests and cost. */
export function TrialHead({ trial }: { readonly trial: EvalTrial }) {
  const { label, tone } = trialLabels[trialState(trial)];
  const { metrics, tests } = trial;
  const figures = [
    { name: "Tests", value: tests ? `${tests.passed} of ${tests.expected}` : "–" },
    { name: "Turns", value: metrics ? String(metrics.turns) : "–" },
    { name: "Tokens", value: metrics ? formatCount(metrics.tokensIn + metrics.tokensOut) : "–" },
    { name: "Cost", value: metrics?.cost == null ? "–" : formatCost(metrics.cost) },
    { name: "Duration", value: metrics ? formatDuration(metrics.duration) : "–" },
  ];
  return (
    <Card>
      <div className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Badge tone={tone}>{label}</Badge>
          {trial.limit && <span className="text-sm text-warn">Stopped by the {trial.limit} limit.</span>}
          <dl className="flex flex-wrap gap-x-6 gap-y-2">
            {figures.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-2xs text-ink-3">{name}</dt>
                <dd className="text-sm font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {trial.error && (
          <p role="alert" className="text-sm text-bad">
            {trial.error.message}
          </p>
        )}
        {trial.flags.length > 0 && (
          <div className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            <p className="font-medium">
              {trial.verdict === "voided"
                ? "The tests were tampered with, so this does not count as passed:"
                : "Flagged for review; the verdict is unchanged:"}
            </p>
            <ul className="list-disc pl-5 text-xs">
              {trial.flags.map((flag) => (
                <li key={flag}>{flag}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  );
}
