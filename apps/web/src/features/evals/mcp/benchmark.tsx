import type { McpBenchmark } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { formatBytes, formatDuration } from "../../../ui/format.ts";
import { DataTable } from "../../charts/data-table.tsx";
import { formatInterval, IntervalBar } from "../../charts/interval-bar.tsx";
import { SpreadBar } from "../../charts/spread-bar.tsx";

const columns = [
  "Server",
  "Intents",
  "Success (95 % interval)",
  "Steps, median / p95",
  "Latency, median / p95",
  "Answer, median / p95",
  "Errors",
  "Path efficiency",
  "First call correct",
];

/** All figures of all servers. */
export function BenchmarkTable({ servers }: { readonly servers: readonly McpBenchmark[] }) {
  return (
    <div className="[&_td]:whitespace-nowrap [&_th]:whitespace-nowrap">
      <DataTable caption="MCP servers compared" columns={columns} rows={servers.map(cellsOf)} />
    </div>
  );
}

function cellsOf({ server, intents, success, steps, latencyMs, bytes, ...rest }: McpBenchmark): string[] {
  return [
    server,
    String(intents),
    success.rate === null ? "–" : formatInterval({ rate: success.rate, ...success.interval }),
    `${steps.median} / ${steps.p95}`,
    `${formatDuration(latencyMs.median)} / ${formatDuration(latencyMs.p95)}`,
    `${formatBytes(bytes.median)} / ${formatBytes(bytes.p95)}`,
    share(rest.errorRate),
    share(rest.pathEfficiency),
    share(rest.firstCallAccuracy),
  ];
}

function share(rate: number | null): string {
  return rate === null ? "–" : `${Math.round(rate * 100)} %`;
}

interface ServerBenchmarkProps {
  readonly benchmark: McpBenchmark;
  /** The maximum of all servers: a common scale for the charts. */
  readonly max: { readonly latencyMs: number; readonly bytes: number; readonly steps: number };
}

export function ServerBenchmark({ benchmark, max }: ServerBenchmarkProps) {
  const { server, success, steps, latencyMs, bytes, intents } = benchmark;
  return (
    <Card title={server} actions={<span className="text-xs text-ink-3">{intents} intents</span>}>
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 p-4 text-xs">
        <dt className="text-ink-2">Success</dt>
        <dd>
          <IntervalBar label="Success" rate={success.rate} low={success.interval.low} high={success.interval.high} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {success.rate === null ? "–" : formatInterval({ rate: success.rate, ...success.interval })}
        </dd>
        <dt className="text-ink-2">Latency</dt>
        <dd>
          <SpreadBar median={latencyMs.median} p95={latencyMs.p95} max={max.latencyMs} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {formatDuration(latencyMs.median)} / {formatDuration(latencyMs.p95)}
        </dd>
        <dt className="text-ink-2">Answer</dt>
        <dd>
          <SpreadBar median={bytes.median} p95={bytes.p95} max={max.bytes} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {formatBytes(bytes.median)} / {formatBytes(bytes.p95)}
        </dd>
        <dt className="text-ink-2">Steps</dt>
        <dd>
          <SpreadBar median={steps.median} p95={steps.p95} max={max.steps} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {steps.median} / {steps.p95}
        </dd>
      </dl>
    </Card>
  );
}
