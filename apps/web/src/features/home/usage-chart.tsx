import type { RouteOutput, Routes } from "@roo-code/types/api";
import type { UsageGrouping } from "../../data/usage-queries.ts";
import { formatCost, formatCount } from "../../ui/format.ts";
import { BarList } from "../charts/bar-list.tsx";
import { ChartFrame } from "../charts/chart-frame.tsx";
import { ColumnChart } from "../charts/column-chart.tsx";

type UsageRow = RouteOutput<Routes["usage"]["get"]>["rows"][number];

export interface UsageChartProps {
  readonly by: UsageGrouping;
  readonly rows: readonly UsageRow[];
  readonly days: readonly string[];
}

const maxBars = 8;
const tickEvery = 7;

/** By cost where a price is known, else by tokens. */
export function UsageChart({ by, rows, days }: UsageChartProps) {
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
