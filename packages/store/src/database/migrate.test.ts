import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

const step = (name: string, ...statements: string[]) => ({ name, text: statements.join("--> statement-breakpoint") });

it("applies each migration once and atomically, also when several processes start at once", async () => {
  await using database = await tables();
  const first = [...migrations, step("0900_a", "create table a (n int)", "insert into a values (1)")];
  const broken = [...first, step("0901_b", "create table b (n int)", "insert into b values ('no number')")];
  await expect(migrate(database.pool, broken)).rejects.toThrow("no number");
  expect(await database.names()).toEqual(["a"]);
  const mended = [...first, step("0901_b", "create table b (n int)", "insert into b values (2)")];
  await Promise.all([1, 2, 3].map(() => migrate(database.pool, mended)));
  expect(await database.names()).toEqual(["a", "b"]);
  const { rows } = await database.pool.query("select (select count(*)::int from a) a, (select count(*)::int from b) b");
  expect(rows).toEqual([{ a: 1, b: 1 }]);
});

it("leaves nothing of a migration that was interrupted at any statement", async () => {
  const statements = ["create table a (n int)", "insert into a values (1)", "create table b (n int)"];
  for (const [index] of statements.entries()) {
    await using database = await tables();
    const cut = statements.with(index, "select pg_terminate_backend(pg_backend_pid())");
    await expect(migrate(database.pool, [...migrations, step("0900_x", ...cut)])).rejects.toThrow(/terminat/);
    expect(await database.names()).toEqual([]);
    await migrate(database.pool, [...migrations, step("0900_x", ...statements)]);
    expect(await database.names()).toEqual(["a", "b"]);
  }
});

it("refuses a database that a newer version has used", async () => {
  await using database = await tables();
  await migrate(database.pool, [...migrations, step("0900_a", "create table a (n int)")]);
  await expect(migrate(database.pool)).rejects.toMatchObject({ code: "database_newer" });
});

async function tables() {
  const database = await databases.create();
  const { pool } = database;
  return {
    pool,
    names: async () => {
      const { rows } = await pool.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public' and length(tablename) = 1 order by 1",
      );
      return rows.map(({ name }) => name);
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
