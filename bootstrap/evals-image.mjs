// `pnpm evals:image`: the image of `roo evals run --executor container`, with roo as it is here.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./prepare.mjs";
import { ensureToolchain, root, run, say } from "./toolchain.mjs";

const toolchain = ensureToolchain();
const engine = ["podman", "docker"].find((name) => spawnSync(name, ["ps"], { timeout: 20_000 }).status === 0);
if (!engine) {
  say("neither podman nor docker answers on this machine");
  process.exit(1);
}
build(toolchain);
const context = mkdtempSync(join(tmpdir(), "roo-image-"));
try {
  run("npm", ["pack", "--silent", "--pack-destination", context], { cwd: join(root, "apps/cli"), env: toolchain.env });
  renameSync(join(context, readdirSync(context)[0]), join(context, "roo.tgz"));
  const file = join(root, "deploy/docker/evals-runner.Dockerfile");
  run(engine, ["build", "--tag", "roo-evals-runner", "--file", file, ...process.argv.slice(2), context]);
} finally {
  rmSync(context, { recursive: true, force: true });
}
