import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { LiveDatabase } from "../database/live-database.ts";
import { workspaces } from "../database/schema/index.ts";

export type WorkspaceRecord = typeof workspaces.$inferSelect;
export type NewWorkspace = Pick<WorkspaceRecord, "id" | "owner" | "folder" | "name" | "isOwned" | "quotaBytes">;

/** Opened folders, per owner. Every member throws what the database throws. */
export class WorkspaceRecords {
  readonly #database: LiveDatabase;

  constructor(database: LiveDatabase) {
    this.#database = database;
  }

  /** Last used first. */
  list(owner: string): Promise<readonly WorkspaceRecord[]> {
    return this.#database.use(({ orm }) =>
      orm.select().from(workspaces).where(eq(workspaces.owner, owner)).orderBy(desc(workspaces.usedAt), workspaces.id),
    );
  }

  async find(owner: string, id: string): Promise<WorkspaceRecord | undefined> {
    const [row] = await this.#database.use(({ orm }) =>
      orm
        .select()
        .from(workspaces)
        .where(and(eq(workspaces.owner, owner), eq(workspaces.id, id))),
    );
    return row;
  }

  /** The existing record of the folder, or a new one. Marks it as used now. */
  async put(workspace: NewWorkspace): Promise<WorkspaceRecord> {
    const [row] = await this.#database.use(({ orm }) =>
      orm
        .insert(workspaces)
        .values(workspace)
        .onConflictDoUpdate({ target: [workspaces.owner, workspaces.folder], set: { usedAt: sql`now()` } })
        .returning(),
    );
    if (!row) throw new Error("The inserted workspace was not returned.");
    return row;
  }

  async rename(owner: string, id: string, name: string): Promise<void> {
    await this.#database.use(({ orm }) =>
      orm
        .update(workspaces)
        .set({ name })
        .where(and(eq(workspaces.owner, owner), eq(workspaces.id, id))),
    );
  }

  async touch(id: string): Promise<void> {
    await this.#database.use(({ orm }) =>
      orm.update(workspaces).set({ usedAt: sql`now()` }).where(eq(workspaces.id, id)),
    );
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.#database.use(({ orm }) =>
      orm.delete(workspaces).where(and(eq(workspaces.owner, owner), eq(workspaces.id, id))),
    );
  }

  /** Created by the server and not used since. */
  unusedSince(time: string): Promise<readonly WorkspaceRecord[]> {
    return this.#database.use(({ orm }) =>
      orm
        .select()
        .from(workspaces)
        .where(and(eq(workspaces.isOwned, true), lt(workspaces.usedAt, time))),
    );
  }
}
