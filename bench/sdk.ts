import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { modelServer } from "./model-server.ts";
import { median, ms, printTable, type Row } from "./table.ts";
import { gapsBetween, runToEnd } from "./turn.ts";
import { benchEnvironment, benchWorkspace, floorAgent, root } from "./workspace.ts";

const importRounds = 40;
const startRounds = 20;
const turnRounds = 5;
const turns = 60;
/** Turns not measured: code is still being compiled on both sides. */
const warmUp = 10;
const agents = 50;
const turnsPerAgent = 20;

/** The built SDK as a program uses it: imported, started, and with fifty agents at once. */
export async function run(): Promise<void> {
  const sdk = join(root, "packages", "sdk");
  if (!existsSync(join(sdk, "dist", "index.js"))) throw new Error("The SDK is not built: node packages/sdk/build.mjs");
  const { folder, home, dispose } = benchWorkspace(turns);
  const programs = join(home, "programs");
  mkdirSync(join(programs, "node_modules", "@roo-code"), { recursive: true });
  symlinkSync(sdk, join(programs, "node_modules", "@roo-code", "sdk"));
  const bench: Bench = { folder, home, env: benchEnvironment(home), program: (text) => writeProgram(programs, text) };
  try {
    const rows = [importRow(bench), await firstRequestRow(bench), await turnRow(bench), ...(await manyRows(bench))];
    printTable(`sdk (the built package, Node ${process.versions.node} on both sides)`, rows);
  } finally {
    dispose();
  }
}

interface Bench {
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes a program and returns its path. */
  readonly program: (text: string) => string;
}

let programs = 0;

function writeProgram(folder: string, text: string): string {
  const file = join(folder, `program-${(programs += 1)}.mjs`);
  writeFileSync(file, text);
  return file;
}

/** Minimum of many rounds: other load on the machine can only add. */
function importRow({ env, program }: Bench): Row {
  const sides = {
    floor: program(`import ${JSON.stringify(program("export {};"))};`),
    ours: program('import "@roo-code/sdk";'),
  };
  const samples: Record<keyof typeof sides, number[]> = { floor: [], ours: [] };
  for (let round = 0; round < importRounds; round += 1)
    for (const side of ["floor", "ours"] as const) {
      const startedAt = performance.now();
      spawnSync(process.execPath, [sides[side]], { env });
      samples[side].push(performance.now() - startedAt);
    }
  const [floor, ours] = [Math.min(...samples.floor), Math.min(...samples.ours)];
  return ratio("a program that imports it, against one that imports an empty module", { floor, ours, max: 1.5 });
}

const agentProgram = (more: string) => `import { Agent, RooClient } from "@roo-code/sdk";
const [url, cwd] = process.argv.slice(2);
const providerSettings = { apiProvider: "openai-compatible", apiBaseUrl: url, apiModelId: "bench", apiKey: "none" };
const client = new RooClient({ providerSettings });
${more}`;

async function firstRequestRow({ folder, home, env, program }: Bench): Promise<Row> {
  const server = await modelServer({ turns: 0 });
  const ours = program(agentProgram('await new Agent({ client, cwd }).run("hello");'));
  const sides = {
    floor: [floorAgent, server.url, folder, join(home, "floor.jsonl")],
    ours: [ours, server.url, folder],
  };
  const samples: Record<keyof typeof sides, number[]> = { floor: [], ours: [] };
  // The first round warms the caches of both sides and is not counted.
  for (let round = -1; round < startRounds; round += 1)
    for (const side of ["floor", "ours"] as const) {
      const before = server.requests.length;
      const startedAt = performance.now();
      await runToEnd(process.execPath, sides[side], env);
      if (round >= 0) samples[side].push((server.requests[before]?.at ?? Number.NaN) - startedAt);
    }
  await server.close();
  const what = "spawn → first byte of agent.run's first request";
  return ratio(what, { floor: median(samples.floor), ours: median(samples.ours), max: 2.5 });
}

async function turnRow({ folder, home, env, program }: Bench): Promise<Row> {
  const ours = program(
    agentProgram('await new Agent({ client, cwd, maxIterations: Infinity }).run("read the files");'),
  );
  const gaps: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  for (let round = 0; round < turnRounds; round += 1)
    for (const side of ["floor", "ours"] as const) {
      const server = await modelServer({ turns });
      const log = join(home, `floor-${round}.jsonl`);
      const args = side === "floor" ? [floorAgent, server.url, folder, log] : [ours, server.url, folder];
      await runToEnd(process.execPath, args, env);
      gaps[side].push(...gapsBetween(server.requests).slice(warmUp));
      await server.close();
    }
  const [floor, added] = [median(gaps.floor), median(gaps.ours) - median(gaps.floor)];
  return {
    what: `added per turn (median of ${gaps.ours.length}: end of a reply → next request, reading 1 KB)`,
    floor: ms(floor),
    ours: ms(floor + added),
    figure: `+ ${ms(added)}`,
    target: "≤ + 2 ms",
    isMet: added <= 2,
  };
}

/** Each agent has a model of its own, played from a script; once with files, once in memory. */
async function manyRows({ folder, home, env, program }: Bench): Promise<Row[]> {
  const script = join(home, "script.jsonl");
  const call = (name: string, input: object) => `${JSON.stringify({ toolCalls: [{ name, input }] })}\n`;
  const reads = Array.from({ length: turnsPerAgent - 1 }, (_, turn) => call("read_file", { path: `file-${turn}.txt` }));
  writeFileSync(script, [...reads, call("attempt_completion", { result: "done" })].join(""));
  const text = `import { Agent, RooClient } from "@roo-code/sdk";
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile: ${JSON.stringify(script)} } });
const [cwd, storage] = process.argv.slice(2);
let peak = 0;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const startedAt = performance.now();
const results = await Promise.all(Array.from({ length: ${agents} }, (_, index) =>
  new Agent({ client, cwd, storage, maxIterations: 100 }).run("task " + index)));
clearInterval(watch);
const done = results.filter(({ status, turns }) => status === "completed" && turns === ${turnsPerAgent}).length;
console.log(JSON.stringify({ done, peak: Math.max(peak, process.memoryUsage.rss()), ms: performance.now() - startedAt }));`;
  const file = program(text);
  const rows: Row[] = [];
  for (const storage of [join(home, "many"), "memory"]) {
    const { done, peak, elapsed } = await runMany(file, [folder, storage], env);
    const mib = peak / 1024 / 1024;
    rows.push({
      what: `${agents} agents × ${turnsPerAgent} turns in one process, ${storage === "memory" ? "in memory" : "with files"}`,
      floor: "",
      ours: `${done} finished in ${ms(elapsed)}`,
      figure: `${mib.toFixed(0)} MiB`,
      target: "all, ≤ 250 MiB",
      isMet: done === agents && mib <= 250,
    });
    rmSync(storage, { recursive: true, force: true });
  }
  return rows;
}

async function runMany(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  const output = (await child.stdout.toArray()).join("");
  const { done, peak, ms: elapsed } = JSON.parse(output) as { done: number; peak: number; ms: number };
  return { done, peak, elapsed };
}

function ratio(what: string, { floor, ours, max }: { floor: number; ours: number; max: number }): Row {
  return {
    what,
    floor: ms(floor),
    ours: ms(ours),
    figure: `${(ours / floor).toFixed(2)} ×`,
    target: `≤ ${max} ×`,
    isMet: ours / floor <= max,
  };
}
