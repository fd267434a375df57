// An entry point of its own: it pulls in PostgreSQL's client.
export { type BlobStore, openBlobs } from "@roo-code/store/blobs";
export {
  type BackupRecord,
  BackupRecords,
  type IdempotencyRecord,
  IdempotencyRecords,
  isDatabaseAway,
  LiveDatabase,
  type PushRecord,
  PushRecords,
  type TaskProjection,
  TaskProjections,
  type UsageQuery,
  type WorkspaceRecord,
  WorkspaceRecords,
} from "@roo-code/store/database";
