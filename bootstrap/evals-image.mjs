// `pnpm evals:image`: builds the image for `roo evals run --executor container` from this checkout.
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, installDependencies } from "./prepare.mjs";
import { ensureToolchain, log, root, run } from "./toolchain.mjs";

const toolchain = ensureToolchain();
if (toolchain.node !== process.execPath) {
  // The rest needs a Node that runs TypeScript.
  run(toolchain.node, [join(root, "bootstrap", "evals-image.mjs"), ...process.argv.slice(2)], { env: toolchain.env });
  process.exit(0);
}
installDependencies(toolchain);
const { findContainerEngine, limitArguments } = await import("../packages/workspace/src/sandbox.ts");
const engine = await findContainerEngine();
if (!engine) {
  log("neither podman nor docker can run a container on this machine");
  process.exit(1);
}
build(toolchain);
const context = mkdtempSync(join(tmpdir(), "roo-image-"));
try {
  run("npm", ["pack", "--silent", "--pack-destination", context], { cwd: join(root, "apps/cli"), env: toolchain.env });
  renameSync(join(context, readdirSync(context)[0]), join(context, "roo.tgz"));
  const file = join(root, "deploy/docker/evals-runner.Dockerfile");
  const args = ["build", "--tag", "roo-evals-runner", "--file", file, ...limitArguments()];
  run(engine.program, [...engine.options, ...args, ...process.argv.slice(2), context]);
} finally {
  rmSync(context, { recursive: true, force: true });
}
