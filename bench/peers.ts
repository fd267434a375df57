import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { floor, ours } from "./budget-agents.ts";
import { markdownTable } from "./budget-docs.ts";
import { measureAgents, measures } from "./budget-measures.ts";
import { type Peer, peers } from "./peer-agents.ts";
import { writePeerFigures } from "./peer-figures.ts";

const rounds = { start: 7, short: 4, long: 2 };

/**
 * The rows of the budget for other agents, next to ours: the same scripted task, each with its own tools and wire format. They are
 * installed from npm into the folder of `--in`, by default a temporary one, and stay there for the next run. Not part of `all`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const at = args.indexOf("--in");
  const folder = (at >= 0 && args[at + 1]) || join(tmpdir(), "roo-bench-peers");
  const installed = peers(folder).filter((peer) => install(peer, join(folder, peer.name)));
  const samples = await measureAgents([floor, ours, ...installed], rounds, ({ name }, error) =>
    process.stdout.write(`${name} is left out: ${String(error)}\n`),
  );
  const bare = samples.get(floor);
  const figures = Object.fromEntries(
    measures.map(({ what, value, format }) => [
      what,
      Object.fromEntries(
        [...samples].map(([{ name }, of]) => [
          name,
          `${format(value(of))}${bare && of !== bare ? ` (${(value(of) / value(bare)).toFixed(1)} ×)` : ""}`,
        ]),
      ),
    ]),
  );
  process.stdout.write(`\npeers (medians, all agents in turn; in brackets: times the floor)\n\n`);
  const names = [...samples.keys()].map(({ name }) => name);
  const rows = Object.entries(figures).map(([what, of]) => [what, ...names.map((name) => of[name] ?? "")]);
  process.stdout.write(`${markdownTable([["", ...names], ...rows])}\n`);
  const versions = Object.fromEntries(
    installed.filter((peer) => samples.has(peer)).map(({ name, version }) => [name, version]),
  );
  if (!args.includes("--no-record")) writePeerFigures({ at: new Date().toISOString(), versions, figures });
}

function install({ name, npmPackage, version }: Peer, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", npmPackage))) return true;
  process.stdout.write(`installing ${npmPackage}@${version} into ${folder}\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}\n");
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `${npmPackage}@${version}`], { cwd: folder });
    return true;
  } catch (error) {
    process.stdout.write(`${name} is left out: ${String(error)}\n`);
    return false;
  }
}
