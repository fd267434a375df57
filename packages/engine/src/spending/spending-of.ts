import { addUsage, noUsage, type TaskEvent, type Usage } from "@roo-code/types";

/** Usage of one model by one agent in one mode. */
export interface Spending {
  /** `root`, `child-1`, `child-1.2`, … */
  readonly agent: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  readonly turns: number;
  /** Of replies, failed ones included, summaries, and sampling requests of MCP servers. */
  readonly usage: Usage;
}

/** Usage by agent, model and mode: a fold over the logs of a task and its subtasks. */
export function spendingOf(logs: Iterable<Iterable<TaskEvent>>): Spending[] {
  const rows = new Map<string, Spending>();
  for (const events of logs) addLog(rows, events);
  return [...rows.values()];
}

function addLog(rows: Map<string, Spending>, events: Iterable<TaskEvent>): void {
  let [agent, mode, provider, model] = ["root", "", "", ""];
  const add = (usage: Usage, spent: { turns: number; provider: string; model: string }) => {
    const key = JSON.stringify([agent, spent.provider, spent.model, mode]);
    const row = rows.get(key) ?? { agent, mode, ...spent, turns: 0, usage: noUsage() };
    rows.set(key, { ...row, turns: row.turns + spent.turns, usage: addUsage(row.usage, usage) });
  };
  for (const event of events) {
    if (event.type === "task.start") [agent, mode] = [event.parent?.agent ?? "root", event.mode];
    else if (event.type === "mode.start") ({ mode } = event);
    else if (event.type === "run.start") ({ provider, model } = event);
    else if (event.type === "turn.end")
      add(event.usage, { turns: 1, provider: event.provider ?? provider, model: event.model ?? model });
    else if (isExtra(event) && event.usage) add(event.usage, { turns: 0, provider, model });
  }
}

function isExtra(event: TaskEvent) {
  return event.type === "summary.added" || event.type === "turn.failed" || event.type === "sample.end";
}
