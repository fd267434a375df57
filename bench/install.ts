import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderEntries } from "../release/archive/folder-entries.ts";
import { packPackages } from "../release/pack/pack.ts";
import { writeArchive, writeExecutable } from "../release/platform/executable.ts";
import { choosePlatforms } from "../release/platform/platforms.ts";
import { stagePlatform } from "../release/platform/stage.ts";
import { type FreshMachine, freshMachine } from "../release/test/fresh-machine.ts";
import { npmRegistry } from "../release/test/npm-registry.ts";
import { modelServer } from "./model-server.ts";
import { ratio, timeToRequest, wall } from "./startup.ts";
import { printTable, type Row } from "./table.ts";
import { benchEnvironment, benchWorkspace, roo, rooRunArguments } from "./workspace.ts";

const rounds = 30;
/** The fastest of many starts of the same program vary by this much; medians, on a busy machine, by far more. */
const noise = 1.05;

export async function run(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "roo-bench-install-"));
  const packed = await packPackages({ into: join(scratch, "packages") });
  await using registry = await npmRegistry(packed.map(({ tarball }) => tarball));
  using machine = freshMachine(registry.url);
  try {
    const installing = performance.now();
    const { status, stderr } = await machine.type("npm install --global @roo-code/cli");
    if (status !== 0) throw new Error(stderr);
    const installMs = performance.now() - installing;
    const cli = packed.find(({ name }) => name === "@roo-code/cli");
    const executable = await buildExecutable(cli?.tarball ?? "", scratch, machine);
    const env = { ...machine.env, ROO_HOME: join(scratch, "first") };
    const firstStartMs = await wall(executable, ["--version"], env);
    printTable(`startup of an installed roo (the fastest of ${rounds}, next to bin/roo)`, [
      ...(await startRows(machine.path("global/bin/roo"), executable, machine.env["HOME"] ?? "")),
      sizeRow("the package @roo-code/cli, compressed", cli?.tarballBytes ?? 0, "", 15),
      sizeRow(
        "npm install --global, from loopback",
        bytesBelow(machine.path("global")),
        `${packagesBelow(machine.path("global/lib"))} packages, ${(installMs / 1000).toFixed(1)} s`,
        200,
      ),
      sizeRow("the executable", statSync(executable).size, `first start ${(firstStartMs / 1000).toFixed(1)} s`, 100),
    ]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function buildExecutable(tarball: string, scratch: string, machine: FreshMachine): Promise<string> {
  const [platform] = choosePlatforms("native");
  if (!platform) throw new Error("no executable is built for this platform");
  const folder = join(scratch, "staged");
  await stagePlatform({ platform, tarball, into: folder, environment: machine.env });
  const archive = join(scratch, "roo.tar.gz");
  await writeArchive(folderEntries(folder, "roo"), 0, archive);
  const executable = join(scratch, "roo");
  await writeExecutable({ name: "bench", archive, into: executable });
  return executable;
}

/** Interleaved, so that a busy machine slows all of them. */
async function startRows(installed: string, executable: string, home: string): Promise<Row[]> {
  const programs = { checkout: roo, npm: installed, executable } as const;
  const names = ["checkout", "npm", "executable"] as const;
  const version: Record<string, number[]> = { checkout: [], npm: [], executable: [] };
  const first: Record<string, number[]> = { checkout: [], npm: [], executable: [] };
  const { folder, dispose } = benchWorkspace(1);
  const server = await modelServer({ turns: 0 });
  try {
    for (let round = -1; round < rounds; round += 1)
      for (const name of names) {
        const state = join(home, `state-${name}`);
        mkdirSync(state, { recursive: true });
        // The executable is unpacked below HOME.
        const env = { ...benchEnvironment(state), HOME: home };
        const spent = await wall(programs[name], ["--version"], env);
        const args = rooRunArguments(server.url, folder, "hello");
        const untilRequest = await timeToRequest(server.requests, programs[name], args, env);
        if (round < 0) continue;
        version[name]?.push(spent);
        first[name]?.push(untilRequest);
      }
  } finally {
    await server.close();
    dispose();
  }
  const row = (what: string, samples: Record<string, number[]>, name: string) =>
    ratio(what, Math.min(...(samples["checkout"] ?? [])), Math.min(...(samples[name] ?? [])), noise);
  return [
    row("roo --version, installed by npm", version, "npm"),
    row("roo --version, the executable", version, "executable"),
    row("spawn → first byte of the first request, installed by npm", first, "npm"),
    row("the same, the executable", first, "executable"),
  ];
}

function sizeRow(what: string, bytes: number, figure: string, maxMegabytes: number): Row {
  const megabytes = bytes / 1e6;
  const ours = `${megabytes.toFixed(1)} MB`;
  return { what, floor: "", ours, figure, target: `≤ ${maxMegabytes} MB`, isMet: megabytes <= maxMegabytes };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function bytesBelow(folder: string): number {
  return filesBelow(folder).reduce((total, file) => total + statSync(file).size, 0);
}

function packagesBelow(folder: string): number {
  return filesBelow(folder).filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file)).length;
}
