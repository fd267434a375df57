import { spawn } from "node:child_process";
import { join } from "node:path";
import { modelServer, type ReceivedRequest } from "./model-server.ts";
import { median, ms, printTable } from "./table.ts";
import { benchEnvironment, benchWorkspace, floorAgent, roo, rooRunArguments } from "./workspace.ts";

const turns = 60;
const rounds = 5;
/** Turns not measured: code is still being compiled on both sides. */
const warmUp = 10;

export async function run(): Promise<void> {
  const { folder, home, dispose } = benchWorkspace(turns);
  const env = benchEnvironment(home);
  const gaps: Record<"floor" | "ours", number[]> = { floor: [], ours: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      gaps.floor.push(
        ...(await gapsOf(
          process.execPath,
          (url) => [floorAgent, url, folder, join(home, `floor-${round}.jsonl`)],
          env,
        )),
      );
      gaps.ours.push(...(await gapsOf(roo, (url) => rooRunArguments(url, folder, "read the files"), env)));
    }
  } finally {
    dispose();
  }
  const [floor, ours] = [median(gaps.floor), median(gaps.ours)];
  printTable(`turn (median of ${gaps.ours.length} turns: end of a reply → next request, reading 1 KB)`, [
    {
      what: "added per turn",
      floor: ms(floor),
      ours: ms(ours),
      figure: `+ ${ms(ours - floor)}`,
      target: "≤ + 2 ms",
      isMet: ours - floor <= 2,
    },
  ]);
}

async function gapsOf(program: string, args: (url: string) => string[], env: NodeJS.ProcessEnv): Promise<number[]> {
  const server = await modelServer({ turns });
  try {
    await runToEnd(program, args(server.url), env);
    return gapsBetween(server.requests).slice(warmUp);
  } finally {
    await server.close();
  }
}

export function gapsBetween(requests: readonly ReceivedRequest[]): number[] {
  return requests.slice(1).map((next, index) => next.at - (requests[index]?.repliedAt ?? next.at));
}

export function runToEnd(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}
