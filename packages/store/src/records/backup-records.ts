import { and, desc, eq, lt } from "drizzle-orm";
import type { LiveDatabase } from "../database/live-database.ts";
import { backups } from "../database/schema/index.ts";

export type BackupRecord = typeof backups.$inferSelect;

/** Backups in the blob store, per owner. Every member throws what the database throws. */
export class BackupRecords {
  readonly #database: LiveDatabase;

  constructor(database: LiveDatabase) {
    this.#database = database;
  }

  /** Newest first. */
  list(owner: string): Promise<readonly BackupRecord[]> {
    return this.#database.use(({ orm }) =>
      orm.select().from(backups).where(eq(backups.owner, owner)).orderBy(desc(backups.createdAt), backups.id),
    );
  }

  async find(owner: string, id: string): Promise<BackupRecord | undefined> {
    const [row] = await this.#database.use(({ orm }) =>
      orm
        .select()
        .from(backups)
        .where(and(eq(backups.owner, owner), eq(backups.id, id))),
    );
    return row;
  }

  async add(backup: Omit<BackupRecord, "createdAt">): Promise<BackupRecord> {
    const [row] = await this.#database.use(({ orm }) => orm.insert(backups).values(backup).returning());
    if (!row) throw new Error("The inserted backup was not returned.");
    return row;
  }

  async remove(id: string): Promise<void> {
    await this.#database.use(({ orm }) => orm.delete(backups).where(eq(backups.id, id)));
  }

  olderThan(time: string): Promise<readonly BackupRecord[]> {
    return this.#database.use(({ orm }) => orm.select().from(backups).where(lt(backups.createdAt, time)));
  }
}
