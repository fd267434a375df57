import type { EvalTrial } from "@roo-code/types";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Card } from "../../../ui/card.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { type TrialState, trialLabels, trialState } from "../run-labels.ts";

const looks: Record<TrialState, string> = {
  passed: "bg-ok-soft text-ok",
  failed: "bg-bad-soft text-bad",
  limit: "bg-warn-soft text-warn",
  error: "bg-sunken text-ink-2",
  flagged: "bg-ok-soft text-ok ring-1 ring-warn",
  voided: "bg-bad-soft text-bad",
  excluded: "bg-sunken text-ink-2",
  running: "bg-accent-soft text-accent-text animate-pulse",
  waiting: "bg-sunken text-ink-3",
};

/** All trials: a row per exercise, a cell per attempt. */
export function TrialGrid({ trials }: { readonly trials: readonly EvalTrial[] }) {
  const languages = Map.groupBy(trials, ({ language }) => language);
  return (
    <Card title="Trials">
      <div className="flex flex-col divide-y">
        <Legend trials={trials} />
        {[...languages].map(([language, own]) => (
          <section key={language} aria-label={language} className="px-4 py-3">
            <h3 className="pb-2 text-xs font-medium text-ink-2">{language}</h3>
            <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
              {[...Map.groupBy(own, ({ exercise }) => exercise)].map(([exercise, attempts]) => (
                <li key={exercise} className="flex items-center gap-2">
                  <span className="min-w-0 flex-1 truncate text-xs">{exercise}</span>
                  <span className="flex flex-wrap justify-end gap-1">
                    {attempts
                      .toSorted((a, b) => a.iteration - b.iteration)
                      .map((trial) => (
                        <TrialCell key={trial.id} trial={trial} />
                      ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}

function TrialCell({ trial }: { readonly trial: EvalTrial }) {
  const state = trialState(trial);
  const { label, sign } = trialLabels[state];
  const text = `${trial.exercise}, attempt ${trial.iteration}: ${label}`;
  return (
    <Tooltip text={text}>
      <Link
        to="/evals/trial/$id"
        params={{ id: String(trial.id) }}
        aria-label={text}
        className={clsx("flex size-6 items-center justify-center rounded text-xs", looks[state])}
      >
        <span aria-hidden>{sign}</span>
      </Link>
    </Tooltip>
  );
}

function Legend({ trials }: { readonly trials: readonly EvalTrial[] }) {
  const counts = Map.groupBy(trials, trialState);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2 text-2xs text-ink-2 tabular-nums">
      {[...counts].map(([state, own]) => (
        <span key={state} className="flex items-center gap-1">
          <span aria-hidden className={clsx("flex size-4 items-center justify-center rounded", looks[state])}>
            {trialLabels[state].sign}
          </span>
          {own.length} {trialLabels[state].label}
        </span>
      ))}
    </p>
  );
}
