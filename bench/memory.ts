import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { modelServer } from "./model-server.ts";
import { median, ms, printTable } from "./table.ts";
import { gapsBetween } from "./turn.ts";
import { benchEnvironment, benchWorkspace, roo, rooRunArguments } from "./workspace.ts";

const turns = 1000;

export async function run(): Promise<void> {
  const { folder, home, dispose } = benchWorkspace(turns);
  const rss: number[] = [];
  let pid = 0;
  const server = await modelServer({ turns, onRequest: () => rss.push(residentMib(pid)) });
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(roo, rooRunArguments(server.url, folder, "read the files"), {
        env: benchEnvironment(home),
        stdio: ["ignore", "ignore", "inherit"],
      });
      pid = child.pid ?? 0;
      child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`roo ended with ${code}`))));
    });
    report(
      rss,
      server.requests.map(({ bytes }) => bytes),
      gapsBetween(server.requests),
    );
  } finally {
    await server.close();
    dispose();
  }
}

function report(rss: readonly number[], bytes: readonly number[], gaps: readonly number[]): void {
  const hundred = (values: readonly number[], from: number) => median(values.slice(from, from + 100));
  process.stdout.write(`\nturn      resident   request     gap\n`);
  for (let turn = 0; turn < turns; turn += 100) {
    const cells = [
      `${turn}…`.padEnd(8),
      `${hundred(rss, turn).toFixed(0)} MiB`.padStart(9),
      `${(hundred(bytes, turn) / 1024).toFixed(0)} KiB`.padStart(9),
      ms(hundred(gaps, turn)).padStart(9),
    ];
    process.stdout.write(`${cells.join("  ")}\n`);
  }
  const [early, late] = [hundred(rss, 100), hundred(rss, 900)];
  const history = hundred(bytes, 900) / hundred(bytes, 100);
  const growth = hundred(gaps, 900) / hundred(gaps, 100);
  printTable(`memory (${turns} turns)`, [
    {
      what: "resident, turns 900… against 100…",
      floor: `${early.toFixed(0)} MiB`,
      ours: `${late.toFixed(0)} MiB`,
      figure: `${(late / early).toFixed(2)} ×`,
      target: "≤ 1.10 ×",
      isMet: late / early <= 1.1,
    },
    {
      what: "gap per turn against the history",
      floor: `history × ${history.toFixed(1)}`,
      ours: `gap × ${growth.toFixed(1)}`,
      figure: (growth / history).toFixed(2),
      target: "≤ 1",
      isMet: growth <= history,
    },
  ]);
}

function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
