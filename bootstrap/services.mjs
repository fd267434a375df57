// `pnpm services:up` (`db:up`, `redis:up`, `services:down`): PostgreSQL and Redis for evals on several machines, by docker compose
// where an engine answers, else by what is on this machine. Prints the variables that name them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ensureToolchain, root, run, say } from "./toolchain.mjs";

const [verb = "up", ...named] = process.argv.slice(2);
const wanted = named.length > 0 ? named : ["db", "redis"];
const composeFile = join(root, "deploy", "compose.evals.yaml");
const folder = join(process.env.ROO_HOME || join(homedir(), ".roo"), "services");

const toolchain = ensureToolchain();
if (toolchain.node !== process.execPath) {
  // What follows reads TypeScript.
  run(toolchain.node, [join(root, "bootstrap", "services.mjs"), ...process.argv.slice(2)], { env: toolchain.env });
  process.exit(0);
}
const engine = findEngine();
if (verb === "down") await down();
else if (engine) upByCompose();
else await upByPrograms();

/** One whose service and compose both answer. */
function findEngine() {
  return ["docker", "podman"].find((name) =>
    [["ps"], ["compose", "version"]].every((words) => spawnSync(name, words, { timeout: 20_000 }).status === 0),
  );
}

function upByCompose() {
  run(engine, ["compose", "--file", composeFile, "up", "--detach", "--wait", ...wanted]);
  const { EVALS_DB_PASSWORD = "password", EVALS_DB_PORT = "5433", EVALS_REDIS_PORT = "6380" } = process.env;
  if (wanted.includes("db"))
    tell(
      "DATABASE_URL",
      `postgres://postgres:${encodeURIComponent(EVALS_DB_PASSWORD)}@127.0.0.1:${EVALS_DB_PORT}/evals`,
    );
  if (wanted.includes("redis")) tell("REDIS_URL", `redis://127.0.0.1:${EVALS_REDIS_PORT}`);
}

async function upByPrograms() {
  say("no container engine answers: using what is on this machine");
  if (wanted.includes("db")) {
    const { ensurePostgres } = await postgres();
    tell("DATABASE_URL", (await ensurePostgres(join(folder, "postgres"))).url);
  }
  if (wanted.includes("redis")) tell("REDIS_URL", startRedis());
}

function startRedis() {
  const port = process.env.EVALS_REDIS_PORT ?? "6380";
  const place = join(folder, "redis");
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (!isAlive(pidIn(join(place, "pid")))) {
    const options = ["--daemonize", "yes", "--bind", "127.0.0.1", "--port", port, "--save", ""];
    const done = spawnSync("redis-server", [...options, "--dir", place, "--pidfile", join(place, "pid")]);
    if (done.error) {
      say("redis-server is not installed. On one machine Redis is not needed; on Debian: apt install redis-server");
      process.exit(1);
    }
  }
  return `redis://127.0.0.1:${port}`;
}

async function down() {
  if (engine) return run(engine, ["compose", "--file", composeFile, "down"]);
  const { postmasterOf } = await postgres();
  const pids = { db: postmasterOf(join(folder, "postgres", "data"))?.pid, redis: pidIn(join(folder, "redis", "pid")) };
  for (const name of wanted) if (isAlive(pids[name])) process.kill(pids[name], name === "db" ? "SIGINT" : "SIGTERM");
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

function tell(name, value) {
  process.stdout.write(`export ${name}='${value}'\n`);
}
