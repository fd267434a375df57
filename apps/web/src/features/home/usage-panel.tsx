import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UsageGrouping, usageQuery } from "../../data/usage-queries.ts";
import { Card } from "../../ui/card.tsx";
import { formatCost, formatCount } from "../../ui/format.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { daysBack } from "./usage-days.ts";

const groupings = [
  { value: "day", label: "Day" },
  { value: "model", label: "Model" },
  { value: "mode", label: "Mode" },
] as const satisfies readonly { value: UsageGrouping; label: string }[];

const shownDays = 30;

/** What the last month used and cost. */
export function UsagePanel() {
  const [by, setBy] = useState<(typeof groupings)[number]["value"]>("day");
  const [from] = daysBack(shownDays);
  const { data, error, refetch } = useQuery(usageQuery({ by, from: from ?? "" }));
  return (
    <Card title="Last 30 days" actions={<Segmented label="Usage by" value={by} options={groupings} onChange={setBy} />}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="flex flex-col gap-4 p-4">
          <Totals {...data.total} />
          <UsageChart by={by} rows={data.rows} days={daysBack(shownDays)} />
        </div>
      ) : (
        <Loading label="Loading usage" />
      )}
    </Card>
  );
}

interface TotalsProps {
  readonly tasks: number;
  readonly turns: number;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly costUsd: number | null };
}

function Totals({ tasks, turns, usage }: TotalsProps) {
  const figures = [
    { name: "Cost", value: usage.costUsd === null ? "unknown" : formatCost(usage.costUsd) },
    { name: "Tokens", value: formatCount(usage.inputTokens + usage.outputTokens) },
    { name: "Tasks", value: formatCount(tasks) },
    { name: "Turns", value: formatCount(turns) },
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-2xs text-ink-3">{name}</dt>
          <dd className="text-sm font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
