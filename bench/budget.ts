import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeChanges, readHistory, recordBudget } from "./budget-history.ts";
import { loadedAtStart } from "./budget-modules.ts";
import { type MixedRun, mixedCall, mixedFiles, runMixed, turnKinds } from "./budget-tasks.ts";
import { modelServer } from "./model-server.ts";
import { median, ms, printTable, type Row } from "./table.ts";
import { runToEnd } from "./turn.ts";
import { benchEnvironment, benchWorkspace, floorAgent, mcpServer, roo, rooRunArguments } from "./workspace.ts";

const rounds = { start: 15, mixed: 6, long: 2 };
/** The maximum overhead of a turn over the floor, in milliseconds. */
const maxAddedMs = { read: { median: 2, p95: 5 }, shell: { median: 8, p95: 20 }, edit: { median: 4, p95: 10 } };
const maxPeakMb = 100;

/** Figures that a change must not make worse, next to the floor, in a run of less than two minutes. */
export async function run(args: readonly string[]): Promise<void> {
  const [start, servers] = [await startRow(), await serversRow()];
  const short = await pairs(rounds.mixed, 50);
  const long = await pairs(rounds.long, 200);
  const rows = [start, ...turnRows(short), wallRow(50, short), wallRow(200, long), memoryRow(long), servers];
  printTable("budget (medians; sandbox, snapshots and log on)", rows);
  const entry = {
    ratios: Object.fromEntries(rows.map(({ what, figure }) => [what, figure])),
    modules: (await loadedAtStart()).modules,
  };
  process.stdout.write(describeChanges(readHistory(), entry));
  if (!args.includes("--no-record")) recordBudget(entry);
}

async function startRow(): Promise<Row> {
  const samples = await firstRequests(rounds.start, [{ servers: 0 }]);
  const [floor, ours] = [median(samples.floor), median(samples.ours[0] ?? [])];
  return {
    what: "spawn → first request",
    floor: ms(floor),
    ours: ms(ours),
    figure: `${(ours / floor).toFixed(2)} ×`,
    target: "≤ 1.6 ×",
    isMet: ours / floor <= 1.6,
  };
}

async function serversRow(): Promise<Row> {
  const { ours } = await firstRequests(rounds.start, [{ servers: 0 }, { servers: 5 }]);
  // The minimum of all rounds: other load can only add to it.
  const [without, withFive] = [Math.min(...(ours[0] ?? [])), Math.min(...(ours[1] ?? []))];
  return {
    what: "5 MCP servers: added to the first request",
    floor: ms(without),
    ours: ms(withFive),
    figure: `+ ${ms(withFive - without)}`,
    target: "≤ + 25 ms",
    isMet: withFive - without <= 25,
  };
}

/** Times until the first request. Floor and configurations alternate, so that other load affects all of them. */
async function firstRequests(
  count: number,
  configurations: readonly { servers: number }[],
): Promise<{ floor: number[]; ours: number[][] }> {
  const server = await modelServer({ turns: 0 });
  const workspaces = configurations.map(({ servers }) => ({ ...benchWorkspace(1), servers }));
  const samples = { floor: [] as number[], ours: configurations.map(() => [] as number[]) };
  for (const { home, servers } of workspaces) if (servers > 0) configureServers(home, servers);
  const timeToRequest = async (program: string, args: readonly string[], home: string): Promise<number> => {
    const before = server.requests.length;
    const startedAt = performance.now();
    await runToEnd(program, args, benchEnvironment(home));
    return (server.requests[before]?.at ?? Number.NaN) - startedAt;
  };
  try {
    // The first round fills the caches of both sides and is not counted.
    for (let round = -1; round < count; round += 1) {
      for (const [index, { folder, home }] of workspaces.entries()) {
        const floorArguments = [floorAgent, server.url, folder, join(home, "floor.jsonl")];
        const floor = index === 0 ? await timeToRequest(process.execPath, floorArguments, home) : 0;
        const ours = await timeToRequest(roo, rooRunArguments(server.url, folder, "hello"), home);
        if (round < 0) continue;
        if (index === 0) samples.floor.push(floor);
        samples.ours[index]?.push(ours);
      }
    }
    return samples;
  } finally {
    await server.close();
    for (const { dispose } of workspaces) dispose();
  }
}

function configureServers(home: string, count: number): void {
  const mcpServers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, mcpServer]));
  writeFileSync(join(home, "mcp-settings.json"), JSON.stringify({ mcpServers }));
}

interface Pair {
  readonly floor: MixedRun;
  readonly ours: MixedRun;
}

async function pairs(count: number, turns: number): Promise<Pair[]> {
  const found: Pair[] = [];
  for (let round = 0; round < count; round += 1)
    found.push({ floor: await runSide("floor", turns), ours: await runSide("ours", turns) });
  return found;
}

async function runSide(side: keyof Pair, turns: number): Promise<MixedRun> {
  const { folder, home, dispose } = benchWorkspace(0);
  mixedFiles(folder, turns);
  const program = side === "floor" ? process.execPath : roo;
  const args = (url: string): readonly string[] =>
    side === "floor"
      ? [floorAgent, url, folder, join(home, "floor.jsonl")]
      : [...rooRunArguments(url, folder, "work"), "--auto-approve", "edit,command"];
  try {
    return await runMixed({ program, args, env: benchEnvironment(home), turns, call: mixedCall });
  } finally {
    dispose();
  }
}

function turnRows(runs: readonly Pair[]): Row[] {
  return turnKinds.flatMap((kind) => {
    const gaps = (side: keyof Pair) => runs.flatMap((pair) => pair[side].gaps[kind]);
    return (["median", "p95"] as const).map((measure): Row => {
      const of = (values: readonly number[]) => (measure === "median" ? median(values) : percentile95(values));
      const [floor, ours] = [of(gaps("floor")), of(gaps("ours"))];
      return {
        what: `${kind} turn, ${measure}`,
        floor: ms(floor),
        ours: ms(ours),
        figure: `+ ${ms(ours - floor)}`,
        target: `≤ + ${maxAddedMs[kind][measure]} ms`,
        isMet: ours - floor <= maxAddedMs[kind][measure],
      };
    });
  });
}

function wallRow(turns: number, runs: readonly Pair[]): Row {
  const [floor, ours] = [median(runs.map((pair) => pair.floor.wallMs)), median(runs.map((pair) => pair.ours.wallMs))];
  return {
    what: `${turns} turns`,
    floor: ms(floor),
    ours: ms(ours),
    figure: `${(ours / floor).toFixed(2)} ×`,
    target: "≤ 2 ×",
    isMet: ours / floor <= 2,
  };
}

function memoryRow(runs: readonly Pair[]): Row {
  const [floor, ours] = [median(runs.map((pair) => pair.floor.peakMb)), median(runs.map((pair) => pair.ours.peakMb))];
  return {
    what: "peak memory in 200 turns",
    floor: `${floor.toFixed(0)} MB`,
    ours: `${ours.toFixed(0)} MB`,
    figure: `${ours.toFixed(0)} MB`,
    target: `≤ ${maxPeakMb} MB`,
    isMet: ours <= maxPeakMb,
  };
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
