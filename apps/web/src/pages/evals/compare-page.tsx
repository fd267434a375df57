import type { EvalRun } from "@roo-code/types";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { comparisonQuery, runsQuery } from "../../data/eval-queries.ts";
import { ComparisonView } from "../../features/evals/compare/comparison-view.tsx";
import { EvalsMissing } from "../../features/evals/evals-missing.tsx";
import { runName } from "../../features/evals/run-labels.ts";
import { Card } from "../../ui/card.tsx";
import { Field, NativeSelect } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";

const route = getRouteApi("/evals/compare");

export function ComparePage() {
  const { left, right } = route.useSearch();
  const navigate = useNavigate();
  const runs = useQuery(runsQuery);
  const choose = (side: "left" | "right", id: string) =>
    void navigate({ to: "/evals/compare", search: (before) => ({ ...before, [side]: id }), replace: true });
  return (
    <Page title="Compare runs" about="Whether the second run is better than the first, and how certain that is.">
      {runs.error ? (
        <EvalsMissing error={runs.error} onRetry={() => void runs.refetch()} />
      ) : !runs.data ? (
        <Loading label="Loading runs" />
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <RunChoice label="First" value={left} runs={runs.data.runs} onChange={(id) => choose("left", id)} />
            <RunChoice label="Second" value={right} runs={runs.data.runs} onChange={(id) => choose("right", id)} />
          </div>
          {left && right ? (
            <Comparison left={Number(left)} right={Number(right)} runs={runs.data.runs} />
          ) : (
            <Card>
              <Empty icon={<GitCompareArrows />} title="Choose two runs">
                They are compared on the exercises that both tried.
              </Empty>
            </Card>
          )}
        </>
      )}
    </Page>
  );
}

interface RunChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly runs: readonly EvalRun[];
  readonly onChange: (id: string) => void;
}

function RunChoice({ label, value, runs, onChange }: RunChoiceProps) {
  return (
    <Field label={label}>
      {(field) => (
        <NativeSelect {...field} value={value ?? ""} onChange={({ target }) => onChange(target.value)}>
          <option value="" disabled>
            Choose a run
          </option>
          {runs.map((run) => (
            <option key={run.id} value={run.id}>
              {runName(run)} · {run.model} · {run.request.suite}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

function Comparison({ left, right, runs }: { left: number; right: number; runs: readonly EvalRun[] }) {
  const { data, error, refetch } = useQuery(comparisonQuery(left, right));
  const nameOf = (id: number) => {
    const run = runs.find((each) => each.id === id);
    return run ? runName(run) : `Run #${id}`;
  };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Comparing" />;
  return <ComparisonView comparison={data} names={{ left: nameOf(left), right: nameOf(right) }} />;
}
