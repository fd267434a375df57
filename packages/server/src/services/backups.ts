import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import {
  type BackupRecord,
  BackupRecords,
  type BlobStore,
  type LiveDatabase,
  type WorkspaceRecord,
} from "@roo-code/host/database";
import { packFolder } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { ApiBackup } from "@roo-code/types/api";

/** Backups of folders in the blob store. */
export class Backups {
  readonly #records: BackupRecords;
  readonly #blobs: BlobStore;

  constructor({ database, blobs }: { readonly database: LiveDatabase; readonly blobs: BlobStore }) {
    this.#records = new BackupRecords(database);
    this.#blobs = blobs;
  }

  async list(owner: string): Promise<ApiBackup[]> {
    return (await this.#records.list(owner)).map(viewOf);
  }

  /** Throws `unknown_backup`. */
  async get(owner: string, id: string): Promise<ApiBackup> {
    return viewOf(await this.#require(owner, id));
  }

  /** Throws `disk_full`, `blobs_unreachable`. */
  async create({ id: workspaceId, owner, folder, name }: WorkspaceRecord): Promise<ApiBackup> {
    const id = `b-${randomBytes(8).toString("hex")}`;
    const { bytes } = await this.#blobs.put(keyOf({ id, workspaceId }), packFolder(folder));
    return viewOf(await this.#records.add({ id, owner, workspaceId, name, bytes }));
  }

  async open(owner: string, id: string): Promise<Readable> {
    return this.#blobs.get(keyOf(await this.#require(owner, id)));
  }

  async remove(owner: string, id: string): Promise<void> {
    const record = await this.#require(owner, id);
    await this.#blobs.delete(keyOf(record));
    await this.#records.remove(id);
  }

  async removeOlderThan(time: string): Promise<void> {
    for (const { owner, id } of await this.#records.olderThan(time)) await this.remove(owner, id);
  }

  async #require(owner: string, id: string): Promise<BackupRecord> {
    const record = await this.#records.find(owner, id);
    if (record) return record;
    throw new RooError({ code: "unknown_backup", message: `There is no backup ${id}.` });
  }
}

function keyOf({ workspaceId, id }: Pick<BackupRecord, "workspaceId" | "id">): string {
  return `backups/${workspaceId}/${id}.tar.gz`;
}

function viewOf({ id, workspaceId, name, bytes, createdAt }: BackupRecord): ApiBackup {
  return { backupId: id, workspaceId, name, bytes, createdAt: new Date(createdAt).toISOString() };
}
