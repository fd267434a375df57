import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openHost, processContext } from "../process-context.ts";
import { version } from "../version.ts";
import { checkArgument } from "./check-argument.ts";
import { isUnwanted, planUpdate } from "./plan-update.ts";
import { readUpdateState, writeUpdateState } from "./update-state.ts";

/**
 * After a command in a terminal: mentions a newer version that an earlier check found, and once a day starts the next check in
 * a process of its own, which this one does not wait for. Never throws: the command itself has succeeded.
 */
export async function noticeUpdate(): Promise<void> {
  const { home, environment, clock } = processContext();
  if (isUnwanted(environment) || isCheckout()) return;
  try {
    const now = clock.now();
    const state = readUpdateState(home);
    const { newer, isCheckDue } = planUpdate({ state, version, now });
    if ((newer === undefined && !isCheckDue) || !(await isWanted())) return;
    // Written first: if it cannot be, neither would a later start know that this was done today.
    writeUpdateState(home, { ...state, ...(newer ? { shownAt: now } : {}), ...(isCheckDue ? { checkedAt: now } : {}) });
    if (newer !== undefined)
      process.stderr.write(`\nroo ${newer} is available, this is ${version}. Update it with: ${updateCommand()}\n`);
    if (isCheckDue) startCheck(environment);
  } catch {
    // A state folder that is not writable.
  }
}

async function isWanted(): Promise<boolean> {
  const { settings } = await openHost().configure(process.cwd());
  return settings.updateNotice !== false;
}

/** In a checkout, git says what is new. */
function isCheckout(): boolean {
  return existsSync(join(import.meta.dirname, "../../src/roo.ts"));
}

function updateCommand(): string {
  const folder = import.meta.dirname;
  if (folder.includes("/Cellar/")) return "brew upgrade roo-code";
  return folder.includes("node_modules") ? "npm install --global @roo-code/cli" : "the way you installed it";
}

/** What the check needs: where to write, which registry, and how to reach it. No keys. */
const neededVariables = [
  ["HOME", "ROO_HOME", "npm_config_registry", "SystemRoot", "USERPROFILE"],
  ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "NODE_EXTRA_CA_CERTS"],
].flat();

function startCheck(environment: NodeJS.ProcessEnv): void {
  const needed = neededVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []));
  const child = spawn(process.execPath, [process.argv[1] ?? "", checkArgument], {
    env: { ...Object.fromEntries(needed), NODE_USE_ENV_PROXY: "1" },
    detached: true,
    stdio: "ignore",
  });
  child.on("error", () => {});
  child.unref();
}
