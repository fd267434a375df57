import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { McpHub } from "../packages/mcp/src/mcp-hub.ts";
import { configured } from "../packages/mcp/test/hub-servers.ts";
import { memorySecrets, systemClock } from "../packages/mcp/test/ports.ts";
import { modelServer } from "./model-server.ts";
import { median, ms, printTable, type Row } from "./table.ts";
import { benchEnvironment, benchWorkspace, roo, rooRunArguments, mcpServer as server } from "./workspace.ts";

const dead = { command: "no-such-program" };
const calls = 2_000;
const rounds = 15;
const idle = 10;
const { signal } = new AbortController();

/** A call next to the bare SDK client, a start next to one without servers, and memory of idle servers. */
export async function run(): Promise<void> {
  printTable("mcp", [await callRow(), ...(await startRows()), ...(await memoryRows())]);
}

async function callRow(): Promise<Row> {
  const { hub, dispose } = newHub(1);
  const link = hub.link({ sink: () => {}, profileFor: () => undefined });
  await link.warmUp(signal);
  const client = new Client({ name: "bare", version: "1" });
  await client.connect(new StdioClientTransport({ ...server, stderr: "ignore" }));
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let call = 0; call < calls; call += 1) {
    const text = `number ${call}`;
    bare.push(await time(() => client.callTool({ name: "work", arguments: { words: text } })));
    const request = { server: "s0", tool: "work", arguments: { words: text }, signal, report: () => {} };
    ours.push(await time(() => link.callTool(request)));
  }
  await client.close();
  await dispose();
  const added = median(ours) - median(bare);
  return {
    what: "a call",
    floor: `bare SDK ${ms(median(bare))}`,
    ours: ms(median(ours)),
    figure: `+ ${added.toFixed(2)} ms`,
    target: "≤ + 1 ms",
    isMet: added <= 1,
  };
}

async function startRows(): Promise<Row[]> {
  const model = await modelServer({ turns: 0 });
  const workspaces = [0, 5, 20].map((count) => ({ count, ...createWorkspace(count) }));
  const samples = new Map(workspaces.map(({ count }) => [count, [] as number[]]));
  const first = new Map(workspaces.map(({ count }) => [count, [] as number[]]));
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const { count, folder, home } of workspaces) {
        // Without cached catalogs.
        rmSync(join(home, "cache", "mcp"), { recursive: true, force: true });
        const uncached = await timeToRequest(model.requests, folder, home);
        await cacheCatalogs(folder, home, count);
        const cached = await timeToRequest(model.requests, folder, home);
        if (round < 0) continue;
        first.get(count)?.push(uncached);
        samples.get(count)?.push(cached);
      }
    }
  } finally {
    await model.close();
    for (const { dispose } of workspaces) dispose();
  }
  // The minimum of all rounds: other load can only add to it.
  const without = Math.min(...(samples.get(0) ?? []));
  return [5, 20].flatMap((count) =>
    [
      {
        what: `first request with ${count} servers${count === 20 ? ", 5 of them dead" : ""}`,
        times: samples.get(count),
      },
      { what: "the same, without cached catalogs", times: first.get(count) },
    ].map(({ what, times = [] }) => {
      const fastest = Math.min(...times);
      const added = fastest - without;
      return {
        what,
        floor: `without ${ms(without)}`,
        ours: ms(fastest),
        figure: `+ ${ms(added)}`,
        target: "≤ + 50 ms",
        isMet: added <= 50,
      };
    }),
  );

  async function timeToRequest(requests: { at: number }[], folder: string, home: string): Promise<number> {
    const before = requests.length;
    const startedAt = performance.now();
    await ended(roo, rooRunArguments(model.url, folder, "hello"), benchEnvironment(home));
    return (requests[before]?.at ?? Number.NaN) - startedAt;
  }
}

/** Caches the catalogs of the servers. */
async function cacheCatalogs(folder: string, home: string, count: number): Promise<void> {
  if (count > 0) await ended(roo, ["mcp", "list", "--cwd", folder], benchEnvironment(home));
}

async function memoryRows(): Promise<Row[]> {
  const before = resident(process.pid);
  const { hub, dispose } = newHub(idle);
  await hub.link({ sink: () => {}, profileFor: () => undefined }).warmUp(signal);
  globalThis.gc?.();
  const [first] = hub.servers;
  const after = resident(process.pid);
  const pids = hub.servers.flatMap((each) => each.instance(undefined).pid ?? []);
  const watchers = childrenOf(pids).filter((pid) => commandOf(pid).includes("roo-mcp"));
  const watcher = watchers.reduce((sum, pid) => sum + privateBytes(pid), 0) / Math.max(1, watchers.length);
  const process0 = resident(first?.instance(undefined).pid ?? 0);
  await dispose();
  const each = Math.max(0, after - before) / idle;
  const perServer = each + watcher;
  return [
    {
      what: `an idle server, of ${idle}`,
      floor: `its own process ${mib(process0)}`,
      ours: `${mib(each)} here, ${mib(watcher)} in its watcher`,
      figure: mib(perServer),
      target: "≤ 3 MiB",
      isMet: perServer <= 3 * 1024 * 1024,
    },
  ];
}

function newHub(count: number): { hub: McpHub; dispose: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), "roo-bench-mcp-"));
  const hub = new McpHub(
    {
      clock: systemClock,
      random: Math.random,
      version: "bench",
      workspace: folder,
      environment: { PATH: process.env["PATH"] ?? "" },
      recordFolder: join(folder, "records"),
      logFolder: join(folder, "logs"),
      fill: (value) => ({ value, unknown: [], inserted: [] }),
      isTrusted: () => true,
      secrets: async () => memorySecrets(),
      watch: () => ({ dispose() {} }),
    },
    { servers: configured(Object.fromEntries(named(count, 0))), withheld: [] },
  );
  return {
    hub,
    dispose: async () => {
      await hub.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function named(count: number, deadCount: number): [string, typeof server | typeof dead][] {
  return Array.from({ length: count }, (_, index) => [`s${index}`, index < count - deadCount ? server : dead]);
}

function createWorkspace(count: number): ReturnType<typeof benchWorkspace> {
  const workspace = benchWorkspace(1);
  const mcpServers = Object.fromEntries(named(count, count === 20 ? 5 : 0));
  if (count > 0) writeFileSync(join(workspace.home, "mcp-settings.json"), JSON.stringify({ mcpServers }));
  return workspace;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(command, args, { env, stdio: "ignore" })
      .on("error", reject)
      .on("exit", () => resolve());
  });
}

function resident(pid: number): number {
  const [, pages = "0"] = read(`/proc/${pid}/statm`).split(" ");
  return Number(pages) * 4096;
}

/** Without shared memory: most of a shell is shared with other shells. */
function privateBytes(pid: number): number {
  const lines = read(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+) kB/gm);
  return [...lines].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
}

function childrenOf(pids: readonly number[]): number[] {
  return pids.flatMap((pid) => read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number));
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
