import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { modelServer } from "./model-server.ts";
import { median, ms, printTable, type Row } from "./table.ts";
import { benchEnvironment, benchWorkspace, floorAgent, roo, rooRunArguments } from "./workspace.ts";

const rounds = 30;
const measures = ["node", "version", "floor", "first", "configured"] as const;
type Measured = (typeof measures)[number];

export async function run(): Promise<void> {
  const { folder, home, dispose } = benchWorkspace(1);
  const env = benchEnvironment(home);
  const server = await modelServer({ turns: 0 });
  const configured = configuredWorkspace();
  const samples: Record<Measured, number[]> = { node: [], version: [], floor: [], first: [], configured: [] };
  try {
    // The first round warms the caches of both sides and is not counted.
    for (let round = -1; round < rounds; round += 1) {
      const measured = {
        node: await wall(process.execPath, ["-e", "0"], env),
        version: await wall(roo, ["--version"], env),
        floor: await timeToRequest(
          server.requests,
          process.execPath,
          [floorAgent, server.url, folder, join(home, "floor.jsonl")],
          env,
        ),
        first: await timeToRequest(server.requests, roo, rooRunArguments(server.url, folder, "hello"), env),
        configured: await timeToRequest(
          server.requests,
          roo,
          rooRunArguments(server.url, configured.folder, "hello"),
          benchEnvironment(configured.home),
        ),
      };
      if (round >= 0) for (const name of measures) samples[name].push(measured[name]);
    }
    printTable(`startup (medians of ${rounds}, Node ${process.versions.node} on both sides)`, [
      ratio("roo --version, against node -e 0", median(samples.node), median(samples.version), 1.5),
      ratio("spawn → first byte of the first request", median(samples.floor), median(samples.first), 2),
      ratio("the same with a whole configuration", median(samples.first), median(samples.configured), 1.1),
      configurationRow(configured),
    ]);
  } finally {
    await server.close();
    dispose();
    configured.dispose();
  }
}

/**
 * The minimum CPU time of many runs: on a busy machine, wall-clock times vary by more than the few milliseconds to be
 * measured, and other load can only add to them.
 */
function configurationRow({ home, folder }: ReturnType<typeof benchWorkspace>): Row {
  const spent = Array.from({ length: rounds }, () => {
    const args = [fileURLToPath(new URL("configuration-cost.ts", import.meta.url)), home, folder];
    const output: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
    const { spentMs } = output as { spentMs: number };
    return spentMs;
  });
  const fastest = Math.min(...spent);
  return {
    what: "of that, reading it with a warm cache (minimum CPU time)",
    floor: "",
    ours: ms(fastest),
    figure: `median ${ms(median(spent))}`,
    target: "≤ 5 ms",
    isMet: fastest <= 5,
  };
}

/** A home and a project that use every kind of configuration. */
function configuredWorkspace(): ReturnType<typeof benchWorkspace> {
  const workspace = benchWorkspace(1);
  const files = {
    [join(workspace.home, "settings.json")]: '{ "language": "English", "maxTurns": 50 }',
    [join(workspace.home, "profiles.json")]: '{ "main": { "apiProvider": "openai", "apiModelId": "m" } }',
    [join(workspace.home, "rules", "mine.md")]: "Be brief.",
    [join(workspace.folder, ".roo", "settings.json")]: '{ "maxTurns": 20 } // ours',
    [join(workspace.folder, ".roo", "rules", "style.md")]: "Two spaces.",
    [join(workspace.folder, ".roo", "commands", "review.md")]: "---\ndescription: Looks at a file.\n---\nReview $1.",
    [join(workspace.home, "skills", "pdf", "SKILL.md")]: "---\nname: pdf\ndescription: Reads PDF files.\n---\nDo so.",
    [join(workspace.folder, "AGENTS.md")]: "Run the tests.",
    [join(workspace.folder, ".roomodes")]:
      "customModes:\n  - slug: poet\n    name: Poet\n    roleDefinition: You are a poet.\n    groups: [read]\n",
  };
  // Recently written files are not served from the cache.
  const longAgo = new Date("2020-01-01");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, longAgo, longAgo);
  }
  return workspace;
}

export function ratio(what: string, floor: number, ours: number, max: number): Row {
  return {
    what,
    floor: ms(floor),
    ours: ms(ours),
    figure: `${(ours / floor).toFixed(2)} ×`,
    target: `≤ ${max} ×`,
    isMet: ours / floor <= max,
  };
}

export function wall(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: "ignore" });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0
        ? resolve(performance.now() - startedAt)
        : reject(new Error(`${program} ${args[0]} ended with ${code}`)),
    );
  });
}

export async function timeToRequest(
  requests: { at: number }[],
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const before = requests.length;
  const startedAt = performance.now();
  await wall(program, args, env);
  const first = requests[before];
  if (!first) throw new Error(`${program} made no request`);
  return first.at - startedAt;
}
