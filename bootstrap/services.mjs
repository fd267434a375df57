// `pnpm services:up` (`db:up`, `redis:up`, `services:down`): PostgreSQL and Redis for evals on several machines, with docker
// compose if a container engine is running, else with local programs. Prints the environment variables to use them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ensureToolchain, log, root, run } from "./toolchain.mjs";

const [action = "up", ...names] = process.argv.slice(2);
const services = names.length > 0 ? names : ["db", "redis"];
const composeFile = join(root, "deploy", "compose.evals.yaml");
const folder = join(process.env.ROO_HOME || join(homedir(), ".roo"), "services");

const toolchain = ensureToolchain();
if (toolchain.node !== process.execPath) {
  // The rest needs a Node that runs TypeScript.
  run(toolchain.node, [join(root, "bootstrap", "services.mjs"), ...process.argv.slice(2)], { env: toolchain.env });
  process.exit(0);
}
const engine = findEngine();
if (action === "down") await stopServices();
else if (engine) startWithCompose();
else await startPrograms();

/** A container engine that is running and has compose. */
function findEngine() {
  return ["docker", "podman"].find((name) =>
    [["ps"], ["compose", "version"]].every((args) => spawnSync(name, args, { timeout: 20_000 }).status === 0),
  );
}

function startWithCompose() {
  run(engine, ["compose", "--file", composeFile, "up", "--detach", "--wait", ...services]);
  const { EVALS_DB_PASSWORD = "password", EVALS_DB_PORT = "5433", EVALS_REDIS_PORT = "6380" } = process.env;
  if (services.includes("db"))
    printVariable(
      "DATABASE_URL",
      `postgres://postgres:${encodeURIComponent(EVALS_DB_PASSWORD)}@127.0.0.1:${EVALS_DB_PORT}/evals`,
    );
  if (services.includes("redis")) printVariable("REDIS_URL", `redis://127.0.0.1:${EVALS_REDIS_PORT}`);
}

async function startPrograms() {
  log("no container engine is running: starting local programs");
  if (services.includes("db")) {
    const { ensurePostgres } = await postgres();
    printVariable("DATABASE_URL", (await ensurePostgres(join(folder, "postgres"))).url);
  }
  if (services.includes("redis")) printVariable("REDIS_URL", startRedis());
}

function startRedis() {
  const port = process.env.EVALS_REDIS_PORT ?? "6380";
  const redisFolder = join(folder, "redis");
  mkdirSync(redisFolder, { recursive: true, mode: 0o700 });
  if (!isAlive(pidIn(join(redisFolder, "pid")))) {
    const options = ["--daemonize", "yes", "--bind", "127.0.0.1", "--port", port, "--save", ""];
    const done = spawnSync("redis-server", [...options, "--dir", redisFolder, "--pidfile", join(redisFolder, "pid")]);
    if (done.error) {
      log(
        "redis-server is not installed. Redis is only needed for several machines. On Debian: apt install redis-server",
      );
      process.exit(1);
    }
  }
  return `redis://127.0.0.1:${port}`;
}

async function stopServices() {
  if (engine) return run(engine, ["compose", "--file", composeFile, "down"]);
  const { postmasterOf } = await postgres();
  const pids = { db: postmasterOf(join(folder, "postgres", "data"))?.pid, redis: pidIn(join(folder, "redis", "pid")) };
  for (const name of services) if (isAlive(pids[name])) process.kill(pids[name], name === "db" ? "SIGINT" : "SIGTERM");
}

async function postgres() {
  const { ensurePostgres } = await import("../packages/store/src/database/embedded-postgres.ts");
  const { postmasterOf } = await import("../packages/store/src/database/postgres-process.ts");
  return { ensurePostgres, postmasterOf };
}

function pidIn(file) {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

function printVariable(name, value) {
  process.stdout.write(`export ${name}='${value}'\n`);
}
