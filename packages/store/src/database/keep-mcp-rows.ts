import type { McpBenchmarkRow, McpRows } from "@roo-code/types";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Database, Schema } from "./open-database.ts";
import { mcpConnectionEvents, mcpResourceEvents, mcpRetrievalBenchmarks, mcpRetrievalCalls } from "./schema/mcp.ts";

type Statements = Pick<NodePgDatabase<Schema>, "insert">;

/** Stores a task's MCP events in one transaction. Throws the database's errors. */
export async function keepMcpRows({ orm }: Pick<Database, "orm">, rows: McpRows): Promise<void> {
  await orm.transaction(async (transaction) => {
    for (const batch of batches(rows.connections.map(storable)))
      await transaction.insert(mcpConnectionEvents).values(batch);
    for (const batch of batches(rows.resources.map(storable)))
      await transaction.insert(mcpResourceEvents).values(batch);
    for (const benchmark of rows.benchmarks) await keepBenchmark(transaction, benchmark);
  });
}

async function keepBenchmark(statements: Statements, { calls, ...benchmark }: McpBenchmarkRow): Promise<void> {
  const first = calls[0]?.at ?? new Date().toISOString();
  const [inserted] = await statements
    .insert(mcpRetrievalBenchmarks)
    .values(storable({ ...benchmark, at: first }))
    .returning({ id: mcpRetrievalBenchmarks.id });
  if (!inserted) return;
  const rows = calls.map((call) => ({ ...storable(call), benchmarkId: inserted.id }));
  for (const batch of batches(rows)) await statements.insert(mcpRetrievalCalls).values(batch);
}

/** Renames the time column, and replaces NUL characters, which PostgreSQL text cannot contain. */
function storable<Row extends { readonly at: string }>({ at, ...row }: Row): Omit<Row, "at"> & { createdAt: string } {
  const plain = Object.entries(row).map(([key, value]) => [
    key,
    typeof value === "string" ? value.replaceAll("\u0000", "\uFFFD").toWellFormed() : value,
  ]);
  // The same keys with values of the same types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...(Object.fromEntries(plain) as Omit<Row, "at">), createdAt: at };
}

const batchSize = 500;

/** One batch per statement. */
function batches<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / batchSize);
  return Array.from({ length: count }, (_, index) => rows.slice(index * batchSize, (index + 1) * batchSize));
}
