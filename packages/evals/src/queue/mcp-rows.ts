import { type Transaction, tables } from "@roo-code/store/database";
import type { McpBenchmarkRow, McpRows } from "@roo-code/types";
import type { Lease } from "./leases.ts";
import { batches } from "./storable.ts";

const { mcpConnectionEvents, mcpResourceEvents, mcpRetrievalBenchmarks, mcpRetrievalCalls } = tables;

/** Records a trial's use of MCP servers, in few statements however many calls there were. */
export async function insertMcpRows(
  transaction: Transaction,
  { lease, rows, isSuccess }: { lease: Lease; rows: McpRows; isSuccess: boolean | null },
): Promise<void> {
  const ids = { runId: lease.runId, taskId: lease.trialId };
  const stamped = <Row extends { readonly at: string }>({ at, ...row }: Row) => ({ ...ids, ...row, createdAt: at });
  for (const some of batches(rows.connections.map(stamped))) await transaction.insert(mcpConnectionEvents).values(some);
  for (const some of batches(rows.resources.map(stamped))) await transaction.insert(mcpResourceEvents).values(some);
  for (const benchmark of rows.benchmarks) {
    const { calls, ...row } = benchmark;
    const [kept] = await transaction
      .insert(mcpRetrievalBenchmarks)
      .values({ ...ids, ...row, codeExecutionSuccess: isSuccess })
      .returning({ id: mcpRetrievalBenchmarks.id });
    await insertCalls(transaction, kept?.id ?? 0, calls);
  }
}

async function insertCalls(
  transaction: Transaction,
  benchmarkId: number,
  calls: McpBenchmarkRow["calls"],
): Promise<void> {
  const rows = calls.map(({ at, ...call }) => ({ ...call, benchmarkId, createdAt: at }));
  for (const some of batches(rows)) await transaction.insert(mcpRetrievalCalls).values(some);
}
