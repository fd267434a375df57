import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { trialQuery } from "../../data/eval-queries.ts";
import { EvalsMissing } from "../../features/evals/evals-missing.tsx";
import { Trajectory } from "../../features/evals/trial/trajectory.tsx";
import { TrialDiff } from "../../features/evals/trial/trial-diff.tsx";
import { TrialHead } from "../../features/evals/trial/trial-head.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { Loading } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";

const route = getRouteApi("/evals/trial/$id");
type Tab = "diff" | "trajectory" | "grading" | "log";

export function TrialPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(trialQuery(Number(id)));
  const [chosen, setTab] = useState<Tab>();
  if (error)
    return (
      <Page title={`Trial #${id}`}>
        <EvalsMissing error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data) return <Loading label="Loading the trial" />;
  const { trial, diff, events, gradingOutput, log } = data;
  return (
    <Page
      title={`${trial.language}/${trial.exercise}`}
      about={`Attempt ${trial.iteration} of run #${trial.runId}`}
      actions={
        <Button asChild>
          <Link to="/evals/$runId" params={{ runId: String(trial.runId) }}>
            <ArrowLeft aria-hidden /> Run #{trial.runId}
          </Link>
        </Button>
      }
    >
      <TrialHead trial={trial} />
      <Card>
        <Tabs
          label="Parts of the trial"
          active={chosen ?? (events.length > 0 ? "trajectory" : "diff")}
          onChange={setTab}
          tabs={[
            { id: "trajectory", label: "Trajectory", content: <Trajectory events={events} /> },
            { id: "diff", label: "Changes", content: <TrialDiff diff={diff} /> },
            {
              id: "grading",
              label: "Grading",
              content: <PlainOutput label="Test output" text={gradingOutput} empty="Not graded yet." />,
            },
            {
              id: "log",
              label: "Log",
              content: <PlainOutput label="Agent log" text={log} empty="Empty." />,
            },
          ]}
        />
      </Card>
    </Page>
  );
}

interface PlainOutputProps {
  readonly label: string;
  readonly text: string;
  readonly empty: string;
}

function PlainOutput({ label, text, empty }: PlainOutputProps) {
  if (text.trim() === "") return <p className="p-6 text-center text-sm text-ink-3">{empty}</p>;
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[70vh] overflow-auto rounded-b-xl bg-sunken p-4 font-mono text-xs whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
