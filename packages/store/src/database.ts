export { databaseFailure, retryOnOutage } from "./database/database-failure.ts";
/** @internal */
export { ensurePostgres } from "./database/embedded-postgres.ts";
export { inTransaction, type Transaction } from "./database/in-transaction.ts";
export { keepMcpRows } from "./database/keep-mcp-rows.ts";
export { LiveDatabase } from "./database/live-database.ts";
export { type Database, openDatabase } from "./database/open-database.ts";
export * as tables from "./database/schema/index.ts";
export { type TaskProjection } from "./projections/fold-projection.ts";
export { TaskProjections } from "./projections/task-projections.ts";
export { type BackupRecord, BackupRecords } from "./records/backup-records.ts";
export { type IdempotencyRecord, IdempotencyRecords } from "./records/idempotency-records.ts";
export { type PushRecord, PushRecords } from "./records/push-records.ts";
export { type WorkspaceRecord, WorkspaceRecords } from "./records/workspace-records.ts";
