// `npm run audit`: known vulnerabilities of what is shipped, from the registry. High and critical ones fail. Not part of the tests, because the
// answer changes without a change of the code, and not every registry has it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureToolchain, log, root } from "./toolchain.mjs";

const toolchain = ensureToolchain();
const pnpm = join(root, ".tools/node_modules/pnpm/bin/pnpm.cjs");
const args = [pnpm, "audit", "--prod", "--audit-level", "high", ...process.argv.slice(2)];
const { status, stdout, stderr } = spawnSync(toolchain.node, args, { cwd: root, env: toolchain.env, encoding: "utf8" });
process.stdout.write(stdout);
process.stderr.write(stderr);
if (
  status !== 0 &&
  /ERR_PNPM_AUDIT_(BAD_RESPONSE|ENDPOINT_NOT_EXISTS)|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|META_FETCH_FAIL/.test(
    stdout + stderr,
  )
) {
  log("not audited: the registry does not answer");
  process.exitCode = process.env.GITHUB_ACTIONS === "true" ? 1 : 0;
} else process.exitCode = status ?? 1;
