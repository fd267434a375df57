import { crashEverywhere } from "../apps/cli/test/crash/crash-loop.ts";
import { freezeCli } from "../apps/cli/test/crash/frozen-cli.ts";
import { scenarios } from "../apps/cli/test/crash/scenarios.ts";
import { killAt } from "../apps/cli/test/kill-points.ts";
import { printTable, type Row } from "./table.ts";

const maxSyncs = 200;
const minKills = 200;
const syncCall = "fdatasync";

/** Runs all scenarios, or those whose names contain one of the arguments. */
export async function run(args: readonly string[] = []): Promise<void> {
  const isChosen = (name: string) => args.length === 0 || args.some((part) => name.includes(part));
  using cli = freezeCli();
  const counts: Count[] = [];
  for (const scenario of scenarios.filter(({ name }) => isChosen(name))) {
    const onPoint = (done: number, all: number) => process.stderr.write(`\r${scenario.name}: ${done} of ${all}   `);
    const { events, kills, survived, problems } = await crashEverywhere(scenario, { cli, concurrency: 2, onPoint });
    process.stderr.write("\n");
    counts.push({ what: scenario.name, of: `${events} events`, kills, survived, problems });
  }
  if (isChosen(syncCall)) counts.push(await killAtSyncs());
  for (const { what, problems } of counts)
    for (const problem of problems) process.stdout.write(`${what}: ${problem}\n`);
  printTable("crash (kill -9 at every event of every log of a tree of tasks, then resume)", [
    ...counts.map(rowOf),
    ...(args.length === 0 ? [totalOf(counts)] : []),
  ]);
}

interface Count {
  readonly what: string;
  readonly of: string;
  readonly kills: number;
  readonly survived: number;
  readonly problems: readonly string[];
}

/** A single task, killed with strace at each fdatasync. */
async function killAtSyncs(): Promise<Count> {
  const problems: string[] = [];
  let kills = 0;
  for (; kills < maxSyncs; kills += 1) {
    const report = await killAt(kills + 1);
    for (const problem of report.problems) problems.push(`${kills + 1}: ${problem}`);
    process.stderr.write(`\r${syncCall} ${kills + 1}, ${report.events} events after resuming   `);
    if (report.survived) break;
  }
  process.stderr.write("\n");
  return { what: `every ${syncCall} of a task (strace)`, of: `${kills} of them`, kills, survived: 0, problems };
}

function rowOf({ what, of, kills, survived, problems }: Count): Row {
  return {
    what,
    floor: of,
    ours: `${kills} kills${survived > 0 ? `, ${survived} not reached` : ""}`,
    figure: `${problems.length} problems`,
    target: "0 problems",
    isMet: problems.length === 0,
  };
}

function totalOf(counts: readonly Count[]): Row {
  const kills = counts.reduce((sum, count) => sum + count.kills, 0);
  const problems = counts.reduce((sum, count) => sum + count.problems.length, 0);
  return {
    what: "all",
    floor: "",
    ours: `${kills} kills`,
    figure: `${problems} problems`,
    target: `≥ ${minKills} kills, 0 problems`,
    isMet: kills >= minKills && problems === 0,
  };
}
