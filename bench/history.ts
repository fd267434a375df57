import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventsPerTask, logOf, rareWord, taskCount, writeHistory } from "./history-home.ts";
import { median, ms, printTable, type Row } from "./table.ts";
import { benchEnvironment, benchWorkspace, roo, root } from "./workspace.ts";

const rounds = 9;
const references = join(root, "bench", "floor", "history.mjs");

/** Whole processes, from spawn to exit, in a home with a thousand tasks. */
export async function run(): Promise<void> {
  const { folder, home, dispose } = benchWorkspace(1);
  try {
    const bytes = writeHistory(home);
    const bench = { home, folder, env: benchEnvironment(home) };
    const size = `${(bytes / 1024 / 1024).toFixed(0)} MiB in ${taskCount} tasks of ${eventsPerTask} events`;
    printTable(`history (${size}; medians of ${rounds}, one process each)`, [
      await listRow(bench),
      await firstSearchRow(bench),
      ...(await searchRows(bench)),
      await grownRow(bench),
      await serveRow(bench),
      await deleteRow(bench),
    ]);
  } finally {
    dispose();
  }
}

interface Bench {
  readonly home: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

async function listRow(bench: Bench): Promise<Row> {
  const bare = await measureRepeatedly(bench, process.execPath, [references, "ends", join(bench.home, "tasks")]);
  const ours = await measureRepeatedly(bench, roo, ["tasks", "list"]);
  return row("roo tasks list, next to reading and parsing both ends", bare, ours, 200);
}

async function firstSearchRow(bench: Bench): Promise<Row> {
  const bare = await measure(bench, process.execPath, [references, "parse", join(bench.home, "tasks")]);
  const ours = await measure(bench, roo, ["tasks", "search", rareWord]);
  const isMet = ours.peakMiB <= 250;
  return { ...row("first search ever, next to JSON.parse of all", bare, ours, Number.NaN), target: "≤ 250 MiB", isMet };
}

async function searchRows(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, query] of [
    ["a word that occurs once", rareWord],
    ["a word in every task", "ba"],
    ["a phrase in every task", '"ba ke"'],
  ] as const) {
    const bare = await measureRepeatedly(bench, "grep", ["-rlw", query.replaceAll('"', ""), join(bench.home, "tasks")]);
    const ours = await measureRepeatedly(bench, roo, ["tasks", "search", query]);
    rows.push(row(`search for ${what}, next to grep -rlw`, bare, ours, 300));
  }
  return rows;
}

async function grownRow(bench: Bench): Promise<Row> {
  const log = logOf(bench.home, 3);
  const line = readFileSync(log, "utf8").split("\n").at(-3) ?? "";
  const bare = await measureRepeatedly(bench, "grep", ["-rlw", rareWord, join(bench.home, "tasks")]);
  const ours = await measureRepeatedly(bench, roo, ["tasks", "search", rareWord], () =>
    appendFileSync(log, `${line}\n`),
  );
  return row("search after a log has grown, next to grep -rlw", bare, ours, 300);
}

async function serveRow(bench: Bench): Promise<Row> {
  const bare = await measureRepeatedly(bench, process.execPath, ["-e", "0"]);
  const ours = await measure(bench, roo, ["serve", "--port", "0"], { stopsWhenReady: true });
  return row("roo serve until it is ready, next to node -e 0", bare, ours, 2000);
}

async function deleteRow(bench: Bench): Promise<Row> {
  const bare = await measureRepeatedly(bench, process.execPath, ["-e", "0"]);
  const ours = await measure(bench, roo, ["tasks", "delete", logOf(bench.home, 7).split("/").at(-2) ?? ""]);
  return {
    ...row("delete one task, including its entries in the search index", bare, ours, Number.NaN),
    target: "reported",
    isMet: true,
  };
}

interface Measured {
  readonly elapsed: number;
  readonly peakMiB: number;
}

function row(what: string, bare: Measured, ours: Measured, maxMs: number): Row {
  return {
    what,
    floor: ms(bare.elapsed),
    ours: ms(ours.elapsed),
    figure: `${ours.peakMiB.toFixed(0)} MiB`,
    target: `≤ ${maxMs} ms, ≤ 250 MiB`,
    isMet: ours.elapsed <= maxMs && ours.peakMiB <= 250,
  };
}

async function measureRepeatedly(
  bench: Bench,
  program: string,
  args: readonly string[],
  before = () => {},
): Promise<Measured> {
  const measured: Measured[] = [];
  // The first round warms the caches of both sides and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    before();
    const result = await measure(bench, program, args);
    if (round >= 0) measured.push(result);
  }
  return {
    elapsed: median(measured.map(({ elapsed }) => elapsed)),
    peakMiB: Math.max(...measured.map(({ peakMiB }) => peakMiB)),
  };
}

/** Runs a program until it exits, or until its first output. Rejects if it fails. */
function measure(
  { folder, env }: Bench,
  program: string,
  args: readonly string[],
  { stopsWhenReady = false } = {},
): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    let [peakMiB, readyAt] = [0, Number.NaN];
    const sample = () => (peakMiB = Math.max(peakMiB, peakOf(child.pid ?? 0)));
    const timer = setInterval(sample, 15);
    child.stdout.on("data", () => {
      sample();
      if (!stopsWhenReady) return;
      readyAt = performance.now();
      child.kill("SIGTERM");
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      if (code !== 0 && !stopsWhenReady) reject(new Error(`${program} ${args.join(" ")} ended with ${code}`));
      else resolve({ elapsed: (stopsWhenReady ? readyAt : performance.now()) - startedAt, peakMiB });
    });
  });
}

/** Peak memory of a process so far; 0 if unknown. */
function peakOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  try {
    return existsSync(file) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1024 : 0;
  } catch {
    return 0;
  }
}
