// A separate entry point: it loads the PostgreSQL client.
export { type BlobStore, openBlobs } from "@roo-code/store/blobs";
export {
  type BackupRecord,
  BackupRecords,
  type IdempotencyRecord,
  IdempotencyRecords,
  LiveDatabase,
  type PushRecord,
  PushRecords,
  type TaskProjection,
  TaskProjections,
  type WorkspaceRecord,
  WorkspaceRecords,
} from "@roo-code/store/database";
