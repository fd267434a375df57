import type { McpBenchmark } from "@roo-code/types/api";
import { formatBytes, formatDuration } from "../../../ui/format.ts";
import { DataTable } from "../../charts/data-table.tsx";
import { spanText } from "../../charts/interval-bar.tsx";

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

/** Every figure of every server. */
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
    success.rate === null ? "–" : spanText({ rate: success.rate, ...success.interval }),
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
