// `pnpm check`: format, lint, types, architecture, wording, unused code, licences, secrets. Runs all of them and shows every failure.
import { spawn } from "node:child_process";
import { installDependencies } from "./prepare.mjs";
import { ensureToolchain, log, root } from "./toolchain.mjs";

const checks = [
  { name: "format", command: ["biome", "format", "."] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", command: ["tsgo", "--project", "tsconfig.json"] },
  { name: "types of the web app", command: ["tsgo", "--project", "apps/web/tsconfig.json"] },
  { name: "architecture", command: ["node", "bootstrap/architecture.mjs"] },
  { name: "wording", command: ["node", "bootstrap/wording.mjs"] },
  { name: "unused", command: ["knip", "--no-progress"] },
  // Product code that only tests, benches or the testkit use is unused, too.
  { name: "unused in production", command: ["knip", "--no-progress", "--production"] },
  { name: "licences", command: ["node", "bootstrap/licences.mjs"] },
  { name: "secrets", command: ["node", "bootstrap/secrets.mjs"] },
];

/** Runs all checks, two at a time, and resolves with the names of those that passed and failed. */
export async function runChecks(toolchain) {
  const outcome = { passed: [], failed: [] };
  const queue = [...checks];
  const work = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const startedAt = Date.now();
      const { status, output } = await capture(check.command, toolchain.env);
      log(`${status === 0 ? "✓" : "✗"} ${check.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
      if (status !== 0) process.stderr.write(`${output}\n`);
      outcome[status === 0 ? "passed" : "failed"].push(check.name);
    }
  };
  await Promise.all([work(), work()]);
  return outcome;
}

function capture([program, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ status: 1, output: error.message }));
    child.on("close", (status) => resolve({ status: status ?? 1, output }));
  });
}

if (import.meta.url === new URL(process.argv[1], "file:").href) {
  const toolchain = ensureToolchain();
  installDependencies(toolchain);
  const { failed } = await runChecks(toolchain);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
