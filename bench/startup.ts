import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  const configured = configuredPlace();
  const samples: Record<Measured, number[]> = { node: [], version: [], floor: [], first: [], configured: [] };
  try {
    // The first round fills the caches of both sides and is not counted.
    for (let round = -1; round < rounds; round += 1) {
      const measured = {
        node: await wall(process.execPath, ["-e", "0"], env),
        version: await wall(roo, ["--version"], env),
        floor: await untilAsked(
          server.asked,
          process.execPath,
          [floorAgent, server.url, folder, join(home, "floor.jsonl")],
          env,
        ),
        first: await untilAsked(server.asked, roo, rooRunArguments(server.url, folder, "hello"), env),
        configured: await untilAsked(
          server.asked,
          roo,
          rooRunArguments(server.url, configured.folder, "hello"),
          benchEnvironment(configured.home),
        ),
      };
      if (round >= 0) for (const name of measures) samples[name].push(measured[name]);
    }
  } finally {
    await server.close();
    dispose();
    configured.dispose();
  }
  const added = median(samples.configured) - median(samples.first);
  printTable(`startup (medians of ${rounds}, Node ${process.versions.node} on both sides)`, [
    ratio("roo --version, against node -e 0", median(samples.node), median(samples.version), 1.5),
    ratio("spawn → first byte of the first request", median(samples.floor), median(samples.first), 2.5),
    {
      what: "added by settings, a mode, rules and profiles",
      floor: ms(median(samples.first)),
      ours: ms(median(samples.configured)),
      figure: `+ ${ms(added)}`,
      target: "≤ + 5 ms",
      isMet: added <= 5,
    },
  ]);
}

/** A home and a project with the configuration of somebody who uses all of it. */
function configuredPlace(): ReturnType<typeof benchWorkspace> {
  const place = benchWorkspace(1);
  const files = {
    [join(place.home, "settings.json")]: '{ "language": "English", "maxTurns": 50 }',
    [join(place.home, "profiles.json")]: '{ "main": { "apiProvider": "openai", "apiModelId": "m" } }',
    [join(place.home, "rules", "mine.md")]: "Be brief.",
    [join(place.folder, ".roo", "settings.json")]: '{ "maxTurns": 20 } // ours',
    [join(place.folder, ".roo", "rules", "style.md")]: "Two spaces.",
    [join(place.folder, "AGENTS.md")]: "Run the tests.",
    [join(place.folder, ".roomodes")]:
      "customModes:\n  - slug: poet\n    name: Poet\n    roleDefinition: You are a poet.\n    groups: [read]\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return place;
}

function ratio(what: string, floor: number, ours: number, most: number): Row {
  return {
    what,
    floor: ms(floor),
    ours: ms(ours),
    figure: `${(ours / floor).toFixed(2)} ×`,
    target: `≤ ${most} ×`,
    isMet: ours / floor <= most,
  };
}

function wall(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
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

async function untilAsked(
  asked: { at: number }[],
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const before = asked.length;
  const startedAt = performance.now();
  await wall(program, args, env);
  const first = asked[before];
  if (!first) throw new Error(`${program} made no request`);
  return first.at - startedAt;
}
