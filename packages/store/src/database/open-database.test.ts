import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { retryOnOutage } from "./database-failure.ts";
import { ensurePostgres } from "./embedded-postgres.ts";
import { openDatabase } from "./open-database.ts";
import { findPostgresPrograms, isRunning, unprivilegedUser } from "./postgres-process.ts";
import { runs } from "./schema/index.ts";

function tempHome(): { readonly home: string; readonly data: string } & Disposable {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-database-")));
  return {
    home,
    data: join(home, "postgres", "data"),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
}

const request = { suite: "roo-mini" } as never;

it("starts an embedded server, keeps its data, and stops it with its last user", async () => {
  using temp = tempHome();
  const [one, other] = await Promise.all([openDatabase(temp), openDatabase(temp)]);
  await one.orm.insert(runs).values({ model: "oracle", request });
  expect(await other.orm.select({ model: runs.model }).from(runs)).toEqual([{ model: "oracle" }]);
  await one.close();
  await one.close();
  expect(isRunning(temp.data)).toBe(true);
  await other.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
  const again = await openDatabase(temp);
  expect(await again.orm.select({ model: runs.model }).from(runs)).toEqual([{ model: "oracle" }]);
  await again.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
});

it("makes its files and password private, and shows nothing secret", async () => {
  using temp = tempHome();
  const database = await openDatabase(temp);
  expect(statSync(temp.data).mode & 0o777).toBe(0o700);
  expect(statSync(join(temp.data, "roo-password")).mode & 0o777).toBe(0o600);
  expect(database.label).toBe(`PostgreSQL in ${join(temp.home, "postgres")}`);
  await database.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
});

it("uses the server that a killed process left running", async () => {
  using temp = tempHome();
  const child = fork(join(import.meta.dirname, "../../test/hold-database.ts"), [join(temp.home, "postgres")]);
  await once(child, "message");
  const { pid } = await ensurePostgres(join(temp.home, "postgres"));
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(isRunning(temp.data)).toBe(true);
  const database = await openDatabase(temp);
  expect((await ensurePostgres(join(temp.home, "postgres"))).pid).toBe(pid);
  await database.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
});

it("restarts a killed server with all its data", async () => {
  using temp = tempHome();
  const database = await openDatabase(temp);
  await database.orm.insert(runs).values({ model: "oracle", request });
  const { pid } = await ensurePostgres(join(temp.home, "postgres"));
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(temp.data)).toBe(false);
  const again = await openDatabase(temp);
  expect(await again.orm.select({ model: runs.model }).from(runs)).toEqual([{ model: "oracle" }]);
  await database.close();
  await again.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
});

it("restarts an embedded server for its users, and still stops it in the end", async () => {
  using temp = tempHome();
  const database = await openDatabase(temp);
  await database.orm.insert(runs).values({ model: "oracle", request });
  const { pid } = await ensurePostgres(join(temp.home, "postgres"));
  process.kill(pid, "SIGKILL");
  const read = () => retryOnOutage(database, () => database.orm.select({ model: runs.model }).from(runs));
  expect(await Promise.all([read(), read()])).toEqual([[{ model: "oracle" }], [{ model: "oracle" }]]);
  await database.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
});

it("moves an embedded server to another port if the first one is taken", async () => {
  using temp = tempHome();
  const database = await openDatabase(temp);
  const { pid, url } = await ensurePostgres(join(temp.home, "postgres"));
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(temp.data)).toBe(false);
  const taken = createServer((socket) => socket.destroy()).listen(Number(new URL(url).port), "127.0.0.1");
  await once(taken, "listening");
  expect(await retryOnOutage(database, () => database.orm.select({ id: runs.id }).from(runs))).toEqual([]);
  taken.close();
  await database.close();
  await expect.poll(() => isRunning(temp.data)).toBe(false);
});

it("stops retrying when a server does not come back in time", async () => {
  const away = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  const work = () => Promise.reject(away);
  const database = { label: "PostgreSQL", revive: async () => {} };
  await expect(retryOnOutage(database, work, { timeoutMs: 300 })).rejects.toMatchObject({
    code: "database_unreachable",
  });
  const broken = () => Promise.reject(new Error("ours"));
  await expect(retryOnOutage(database, broken)).rejects.toThrow("ours");
});

it("reports what is wrong with a URL, without its password", async () => {
  using temp = tempHome();
  const open = (url: string) => openDatabase({ ...temp, url });
  await expect(open("mysql://x")).rejects.toMatchObject({ code: "invalid_value" });
  await expect(open("postgres://me:canary@127.0.0.1:1/x")).rejects.toMatchObject({
    code: "database_unreachable",
    message: expect.not.stringContaining("canary"),
  });
});

/** Whether an unprivileged user can run it: not in a checkout below root's own folder. */
const isReachedByOthers = (() => {
  if (process.getuid?.() !== 0) return false;
  const { postgres } = findPostgresPrograms();
  return spawnSync(postgres, ["--version"], { uid: 65_534, gid: 65_534 }).status === 0;
})();

it.skipIf(!isReachedByOthers)(
  "runs as a user without rights where root has no namespaces (needs programs that others reach)",
  async () => {
    using temp = tempHome();
    chmodSync(temp.home, 0o711);
    const { pid } = await ensurePostgres(join(temp.home, "postgres"), { hasNamespaces: false });
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(statSync(temp.data).uid).not.toBe(0);
    const database = await openDatabase(temp);
    await database.orm.insert(runs).values({ model: "oracle", request });
    await database.close();
    await expect.poll(() => isRunning(temp.data)).toBe(false);
  },
);

it.skipIf(process.getuid?.() !== 0)("runs as a known user other than root", () => {
  using temp = tempHome();
  chmodSync(temp.home, 0o711);
  const { program, args, ...ids } = unprivilegedUser({ program: "id", folder: temp.home }).call("id", ["-un"]);
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8", ...ids });
  expect([status, stdout.trim()]).toEqual([0, expect.not.stringMatching(/^(root)?$/)]);
});

it.skipIf(process.getuid?.() !== 0)("reports what root can do if no other user can access the folder", async () => {
  using temp = tempHome();
  chmodSync(temp.home, 0o700);
  await expect(ensurePostgres(join(temp.home, "postgres"), { hasNamespaces: false })).rejects.toMatchObject({
    code: "no_database",
    next: expect.stringContaining("ROO_HOME"),
  });
});
