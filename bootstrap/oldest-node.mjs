// Installs the oldest supported Node from npm into .tools/oldest/, for tests that run the packed packages as users do.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log, root } from "./toolchain.mjs";

const version = "22.12.0";

/** The path of its program; undefined if it cannot be installed, for example without a network. */
export function oldestNode() {
  if (process.platform === "win32") return undefined;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, ".tools", "oldest");
  const program = join(folder, "node_modules", name, "bin", "node");
  if (isInstalled(program)) return program;
  log(`installing ${name}@${version} into .tools/oldest/`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}\n");
  const quiet = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  spawnSync("npm", ["install", "--prefix", folder, ...quiet, `${name}@${version}`], { stdio: "inherit" });
  if (isInstalled(program)) return program;
  log(`without Node ${version}: its tests are skipped`);
  return undefined;
}

function isInstalled(program) {
  if (!existsSync(program)) return false;
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() === `v${version}`;
}
