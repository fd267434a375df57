// `pnpm release` and the scripts around it: brings the toolchain and a current build, then runs one of them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, installDependencies } from "../bootstrap/prepare.mjs";
import { ensureToolchain, root, run } from "../bootstrap/toolchain.mjs";

const commands = {
  build: { file: "./build/main.ts", needsBuild: true },
  pack: { file: "./pack/main.ts", needsBuild: true },
  api: { file: "./api/main.ts", needsBuild: true },
  version: { file: "./version/main.ts", needsBuild: false },
  publish: { file: "./publish/main.ts", needsBuild: false },
};

const [name = "build", ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`release.mjs ${Object.keys(commands).join("|")}`);
  process.exit(2);
}
const toolchain = ensureToolchain();
if (toolchain.node !== process.execPath) {
  // The rest needs a Node that runs TypeScript.
  const { status } = spawnSync(toolchain.node, [join(root, "release", "release.mjs"), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: toolchain.env,
  });
  process.exit(status ?? 1);
}
installDependencies(toolchain);
if (command.needsBuild) await buildCurrentCommit();
const { main } = await import(command.file);
process.exitCode = await main(args);

/** The build names its commit: one of an earlier commit is repeated, even if no source has changed since. */
async function buildCurrentCommit() {
  build(toolchain);
  const { buildInformation } = await import("../apps/cli/build-information.ts");
  const { commit } = buildInformation(root);
  const printed = spawnSync(toolchain.node, [join(root, "apps/cli/dist/roo.js"), "--version"], { encoding: "utf8" });
  if (!printed.stdout.includes(commit)) run(toolchain.node, ["apps/cli/build.mjs"], { env: toolchain.env });
}
