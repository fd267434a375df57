import { getRouteApi } from "@tanstack/react-router";
import { EvalsMissing } from "../../features/evals/evals-missing.tsx";
import { RunActions } from "../../features/evals/run/run-actions.tsx";
import { RunFigures } from "../../features/evals/run/run-figures.tsx";
import { LanguageRates, RepeatedAttempts, RunRequestCard, ToolFailures } from "../../features/evals/run/run-tables.tsx";
import { TrialGrid } from "../../features/evals/run/trial-grid.tsx";
import { useRun } from "../../features/evals/run/use-run.ts";
import { runName, statusLabels } from "../../features/evals/run-labels.ts";
import { Badge } from "../../ui/badge.tsx";
import { Page } from "../../ui/page.tsx";
import { Loading } from "../../ui/states.tsx";

const route = getRouteApi("/evals/$runId");

export function RunPage() {
  const { runId } = route.useParams();
  const { run, trials, summary, error, refetch } = useRun(Number(runId));
  if (error)
    return (
      <Page title={`Run #${runId}`}>
        <EvalsMissing error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!run || !summary) return <Loading label="Loading the run" />;
  const { label, tone } = statusLabels[run.status];
  return (
    <Page
      title={runName(run)}
      about={
        <>
          <Badge tone={tone}>{label}</Badge> {run.model} · {run.request.suite} ·{" "}
          {run.request.iterations === 1 ? "1 attempt each" : `${run.request.iterations} attempts each`}
          {run.description && ` · ${run.description}`}
        </>
      }
      actions={<RunActions run={run} />}
    >
      <RunFigures run={run} summary={summary} />
      <TrialGrid trials={trials} />
      <div className="grid gap-6 lg:grid-cols-2">
        {summary.languages.length > 0 && <LanguageRates languages={summary.languages} />}
        <RepeatedAttempts passAt={summary.passAt} flaky={summary.flaky} />
        <ToolFailures tools={summary.tools} />
      </div>
      <RunRequestCard run={run} />
    </Page>
  );
}
