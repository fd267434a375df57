import type { RouteOutput, Routes } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UsageGrouping, usageQuery } from "../../data/server-queries.ts";
import { Card } from "../../ui/card.tsx";
import { formatCost, formatCount } from "../../ui/format.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { BarList } from "../charts/bar-list.tsx";
import { ChartFrame } from "../charts/chart-frame.tsx";
import { ColumnChart } from "../charts/column-chart.tsx";

const groupings = [
  { value: "day", label: "Day" },
  { value: "model", label: "Model" },
  { value: "mode", label: "Mode" },
] as const satisfies readonly { value: UsageGrouping; label: string }[];

const shownDays = 30;

/** Usage and cost of the last 30 days. */
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

type UsageRow = RouteOutput<Routes["usage"]["get"]>["rows"][number];

interface UsageChartProps {
  readonly by: UsageGrouping;
  readonly rows: readonly UsageRow[];
  readonly days: readonly string[];
}

const maxBars = 8;
const tickEvery = 7;

/** By cost if any price is known, else by tokens. */
function UsageChart({ by, rows, days }: UsageChartProps) {
  const hasCost = rows.some(({ usage }) => usage.costUsd);
  const valueOf = (row: UsageRow) => (hasCost ? (row.usage.costUsd ?? 0) : tokensOf(row));
  const format = hasCost ? formatCost : (tokens: number) => `${formatCount(tokens)} tokens`;
  const title = `${hasCost ? "Cost" : "Tokens"} by ${by}`;
  const table = { columns: [nameOf[by], "Cost", "Tokens", "Tasks", "Turns"], rows: rows.map(cellsOf) };
  if (rows.length === 0) return <p className="py-6 text-center text-sm text-ink-3">No usage yet.</p>;
  if (by === "day") {
    const byDay = new Map(rows.map((row) => [row.key, row]));
    const columns = days.map((day, index) => {
      const row = byDay.get(day);
      return {
        name: dayName(day),
        tick: (days.length - 1 - index) % tickEvery === 0 ? dayName(day) : "",
        value: row ? valueOf(row) : 0,
      };
    });
    return (
      <ChartFrame title={title} table={table}>
        <ColumnChart columns={columns} format={format} />
      </ChartFrame>
    );
  }
  const bars = rows
    .map((row) => ({ name: row.key, value: valueOf(row), label: format(valueOf(row)) }))
    .toSorted((a, b) => b.value - a.value);
  return (
    <ChartFrame title={title} table={table}>
      <BarList bars={bars.slice(0, maxBars)} />
    </ChartFrame>
  );
}

const nameOf: Record<UsageGrouping, string> = { day: "Day", model: "Model", mode: "Mode", workspace: "Folder" };

function cellsOf({ key, usage, tasks, turns }: UsageRow): string[] {
  const cost = usage.costUsd === null ? "unknown" : formatCost(usage.costUsd);
  return [key, cost, formatCount(usage.inputTokens + usage.outputTokens), String(tasks), String(turns)];
}

function tokensOf({ usage }: UsageRow): number {
  return usage.inputTokens + usage.outputTokens;
}

function dayName(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en", { day: "numeric", month: "short", timeZone: "UTC" });
}

const dayMs = 86_400_000;

/** The last `count` days as `2030-01-31`, oldest first, today included. Days are the server's: UTC. */
function daysBack(count: number, now = Date.now()): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
