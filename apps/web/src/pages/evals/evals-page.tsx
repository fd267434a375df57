import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, GitCompareArrows, Plug, Plus } from "lucide-react";
import { useState } from "react";
import { runsQuery, suitesQuery } from "../../data/eval-queries.ts";
import { EvalsMissing } from "../../features/evals/evals-missing.tsx";
import { NewRun } from "../../features/evals/new-run/new-run.tsx";
import { isActive } from "../../features/evals/run-labels.ts";
import { RunList } from "../../features/evals/run-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Loading } from "../../ui/states.tsx";

const pollMs = 3000;

export function EvalsPage() {
  const { data, error, refetch } = useQuery({
    ...runsQuery,
    // There is no stream for the list; it is polled while a run is active.
    refetchInterval: ({ state }) => (state.data?.runs.some(isActive) ? pollMs : false),
  });
  // Preloaded: detecting toolchains takes a moment.
  useQuery({ ...suitesQuery, enabled: data !== undefined });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isNew, setIsNew] = useState(false);
  return (
    <Page
      title="Evals"
      about="How many exercises each agent solves, and how certain that is."
      actions={
        data && (
          <div className="flex flex-wrap gap-2">
            <McpLink />
            <CompareLink chosen={chosen} />
            <Button variant="primary" onClick={() => setIsNew(true)}>
              <Plus aria-hidden /> New run
            </Button>
          </div>
        )
      }
    >
      {error ? (
        <EvalsMissing error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="Loading runs" />
      ) : (
        <Card>
          {data.runs.length === 0 ? (
            <Empty icon={<FlaskConical />} title="No runs yet">
              Start with the oracle on a small suite: it applies the reference solutions, needs no model, and shows that
              this machine can grade.
            </Empty>
          ) : (
            <RunList runs={data.runs} chosen={chosen} onChoose={setChosen} />
          )}
        </Card>
      )}
      {isNew && <NewRun onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function CompareLink({ chosen }: { readonly chosen: readonly number[] }) {
  const [left, right] = chosen;
  const search = { left: left?.toString(), right: right?.toString() };
  return (
    <Button asChild>
      <Link to="/evals/compare" search={search}>
        <GitCompareArrows aria-hidden /> Compare{chosen.length === 2 ? " both" : ""}
      </Link>
    </Button>
  );
}

function McpLink() {
  return (
    <Button asChild>
      <Link to="/evals/mcp">
        <Plug aria-hidden /> MCP benchmark
      </Link>
    </Button>
  );
}
