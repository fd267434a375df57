import type { McpBenchmark } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { formatBytes, formatDuration } from "../../../ui/format.ts";
import { IntervalBar, spanText } from "../../charts/interval-bar.tsx";
import { SpreadBar } from "../../charts/spread-bar.tsx";

export interface ServerBenchmarkProps {
  readonly benchmark: McpBenchmark;
  /** The largest of all servers, so that charts can be compared. */
  readonly most: { readonly latencyMs: number; readonly bytes: number; readonly steps: number };
}

/** One server in four lines. */
export function ServerBenchmark({ benchmark, most }: ServerBenchmarkProps) {
  const { server, success, steps, latencyMs, bytes, intents } = benchmark;
  return (
    <Card title={server} actions={<span className="text-xs text-ink-3">{intents} intents</span>}>
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 p-4 text-xs">
        <dt className="text-ink-2">Success</dt>
        <dd>
          <IntervalBar label="Success" rate={success.rate} low={success.interval.low} high={success.interval.high} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {success.rate === null ? "–" : spanText({ rate: success.rate, ...success.interval })}
        </dd>
        <dt className="text-ink-2">Latency</dt>
        <dd>
          <SpreadBar median={latencyMs.median} p95={latencyMs.p95} most={most.latencyMs} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {formatDuration(latencyMs.median)} / {formatDuration(latencyMs.p95)}
        </dd>
        <dt className="text-ink-2">Answer</dt>
        <dd>
          <SpreadBar median={bytes.median} p95={bytes.p95} most={most.bytes} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {formatBytes(bytes.median)} / {formatBytes(bytes.p95)}
        </dd>
        <dt className="text-ink-2">Steps</dt>
        <dd>
          <SpreadBar median={steps.median} p95={steps.p95} most={most.steps} />
        </dd>
        <dd className="text-right whitespace-nowrap tabular-nums">
          {steps.median} / {steps.p95}
        </dd>
      </dl>
    </Card>
  );
}
