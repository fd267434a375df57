import { addUsage, noUsage, type TaskEvent, type Usage } from "@roo-code/types";

/** What one agent used of one model in one mode. */
export interface Spending {
  /** `root`, `child-1`, `child-1.2`, … */
  readonly agent: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: string;
  readonly turns: number;
  /** Replies, summaries, and what servers had the model answer. */
  readonly usage: Usage;
}

/** What was spent where: a fold over the logs of a task and of those that worked for it, in the order they are given. */
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
    else if ((event.type === "summary.added" || event.type === "sample.end") && event.usage)
      add(event.usage, { turns: 0, provider, model });
  }
}
