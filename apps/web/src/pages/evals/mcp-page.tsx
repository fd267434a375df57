import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { useState } from "react";
import { mcpBenchmarksQuery, runsQuery } from "../../data/eval-queries.ts";
import { EvalsMissing } from "../../features/evals/evals-missing.tsx";
import { BenchmarkTable, ServerBenchmark } from "../../features/evals/mcp/benchmark.tsx";
import { runName } from "../../features/evals/run-labels.ts";
import { Card } from "../../ui/card.tsx";
import { NativeSelect } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Loading } from "../../ui/states.tsx";

export function McpPage() {
  const [runId, setRunId] = useState<number>();
  const runs = useQuery(runsQuery);
  const { data, error, refetch } = useQuery(mcpBenchmarksQuery(runId));
  const servers = data?.servers ?? [];
  const max = {
    latencyMs: Math.max(...servers.map(({ latencyMs }) => latencyMs.p95)),
    bytes: Math.max(...servers.map(({ bytes }) => bytes.p95)),
    steps: Math.max(...servers.map(({ steps }) => steps.p95)),
  };
  return (
    <Page
      title="MCP benchmark"
      about="How often agents succeed with each server, in how many steps, and how fast."
      actions={
        <NativeSelect
          aria-label="Run"
          className="sm:!w-48"
          value={runId ?? ""}
          onChange={({ target }) => setRunId(target.value === "" ? undefined : Number(target.value))}
        >
          <option value="">all runs</option>
          {runs.data?.runs.map((run) => (
            <option key={run.id} value={run.id}>
              {runName(run)}
            </option>
          ))}
        </NativeSelect>
      }
    >
      {error ? (
        <EvalsMissing error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="Loading calls" />
      ) : servers.length === 0 ? (
        <Card>
          <Empty icon={<Plug />} title="No MCP calls yet">
            MCP calls are recorded in runs whose settings have <code>mcpServers</code>.
          </Empty>
        </Card>
      ) : (
        <>
          <BenchmarkTable servers={servers} />
          <div className="grid gap-6 lg:grid-cols-2">
            {servers.map((benchmark) => (
              <ServerBenchmark key={benchmark.server} benchmark={benchmark} max={max} />
            ))}
          </div>
        </>
      )}
    </Page>
  );
}
