import { spendingOf } from "@roo-code/host";
import { addUsage, noUsage, type TaskEvent, type Usage } from "@roo-code/types";
import { tokens } from "../model-table.ts";
import { type Cell, table } from "../table.ts";
import { oneLine } from "../terminal-text.ts";

const width = 120;
const maxNameLength = 40;

/** Usage by agent, mode and model; empty for a task without a reply. */
export function formatSpending(logs: readonly (readonly TaskEvent[])[]): string[] {
  const rows = spendingOf(logs);
  if (rows.length === 0) return [];
  const head: Cell[] = ["agent", "mode", "model", ...["turns", "in", "out", "cost"].map((right) => ({ right }))];
  const cells = rows.map(({ agent, mode, model, turns, usage }) => [
    agent,
    oneLine(mode, maxNameLength),
    oneLine(model, maxNameLength),
    { right: String(turns) },
    ...amounts(usage),
  ]);
  const whole = rows.reduce((sum, { usage }) => addUsage(sum, usage), noUsage());
  const turns = rows.reduce((sum, row) => sum + row.turns, 0);
  const total = rows.length > 1 ? [["all", "", "", { right: String(turns) }, ...amounts(whole)]] : [];
  const lines = table([head, ...cells, ...total], width).split("\n");
  return ["", "Spent", ...lines.map((line) => `  ${line}`)];
}

function amounts({ inputTokens, outputTokens, costUsd }: Usage): Cell[] {
  const cost = costUsd === null ? "–" : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`;
  return [tokens(inputTokens), tokens(outputTokens), cost].map((right) => ({ right }));
}
