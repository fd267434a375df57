import { floor, ours, oursWithServers } from "./budget-agents.ts";
import { writeDocs } from "./budget-docs.ts";
import { describeChanges, recordBudget } from "./budget-history.ts";
import { measureAgents, measures, rowOf } from "./budget-measures.ts";
import { loadedAtStart } from "./budget-modules.ts";
import { runTask } from "./budget-tasks.ts";
import { ms, printTable, type Row } from "./table.ts";
import { benchWorkspace } from "./workspace.ts";

const rounds = { start: 20, short: 8, long: 3, servers: 12 };
const maxAddedByServersMs = 25;

/**
 * Figures that a change must not make worse, next to the floor, in a run of less than two minutes. `--no-record` leaves the
 * history as it is; `--write-docs` writes the table of docs/performance.md.
 */
export async function run(args: readonly string[]): Promise<void> {
  const samples = await measureAgents([floor, ours], rounds, (_, error) => {
    throw error;
  });
  const [bare, us] = [samples.get(floor), samples.get(ours)];
  if (!bare || !us) throw new Error("nothing was measured");
  // It has no home, so all its starts are alike.
  const starts = [...bare.newHome, ...bare.usedHome];
  const reference = { ...bare, newHome: starts, usedHome: starts };
  const rows = [...measures.map((measure) => rowOf(measure, reference, us)), await serversRow()];
  printTable("budget (medians; sandbox, snapshots and log on)", rows);
  const entry = {
    ratios: Object.fromEntries(rows.map(({ what, figure }) => [what, figure])),
    modules: (await loadedAtStart()).modules,
  };
  process.stdout.write(describeChanges(entry));
  if (!args.includes("--no-record")) recordBudget(entry);
  if (args.includes("--write-docs")) writeDocs(rows);
}

/** Minima: other load can only add to them, and adds more to six processes than to one. */
async function serversRow(): Promise<Row> {
  const workspaces = { without: benchWorkspace(1), withFive: benchWorkspace(1) };
  const samples: Record<keyof typeof workspaces, number[]> = { without: [], withFive: [] };
  try {
    for (let round = 0; round < rounds.servers; round += 1) {
      samples.without.push((await runTask(ours, 0, workspaces.without)).startMs);
      samples.withFive.push((await runTask(oursWithServers(5), 0, workspaces.withFive)).startMs);
    }
  } finally {
    for (const { dispose } of Object.values(workspaces)) dispose();
  }
  const [without, withFive] = [Math.min(...samples.without), Math.min(...samples.withFive)];
  return {
    what: "5 MCP servers: added to the first request (minima)",
    floor: ms(without),
    ours: ms(withFive),
    figure: `+ ${(withFive - without).toFixed(1)} ms`,
    target: `≤ + ${maxAddedByServersMs} ms`,
    isMet: withFive - without <= maxAddedByServersMs,
  };
}
