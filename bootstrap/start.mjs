// `npm start`: installs what is missing, builds, and starts the server.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { personEnvironment } from "./person-environment.mjs";
import { build, installDependencies } from "./prepare.mjs";
import { ensureToolchain, root } from "./toolchain.mjs";

const toolchain = ensureToolchain();
installDependencies(toolchain);
build(toolchain);

const server = spawn(toolchain.node, [join(root, "apps/cli/dist/roo.js"), "serve", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: personEnvironment(root),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
// When npm is killed, this process gets no signal: the server must end with its parent.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 500).unref();
server.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
