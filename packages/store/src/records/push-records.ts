import { and, eq } from "drizzle-orm";
import type { LiveDatabase } from "../database/live-database.ts";
import { pushSubscriptions } from "../database/schema/index.ts";

export type PushRecord = typeof pushSubscriptions.$inferSelect;

/** Browsers subscribed to notifications. Every member throws what the database throws. */
export class PushRecords {
  readonly #database: LiveDatabase;

  constructor(database: LiveDatabase) {
    this.#database = database;
  }

  list(owner: string): Promise<readonly PushRecord[]> {
    return this.#database.use(({ orm }) =>
      orm.select().from(pushSubscriptions).where(eq(pushSubscriptions.owner, owner)),
    );
  }

  async put(subscription: Omit<PushRecord, "createdAt">): Promise<void> {
    const { p256dh, auth } = subscription;
    await this.#database.use(({ orm }) =>
      orm
        .insert(pushSubscriptions)
        .values(subscription)
        .onConflictDoUpdate({ target: [pushSubscriptions.owner, pushSubscriptions.endpoint], set: { p256dh, auth } }),
    );
  }

  async remove(owner: string, endpoint: string): Promise<void> {
    await this.#database.use(({ orm }) =>
      orm
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.owner, owner), eq(pushSubscriptions.endpoint, endpoint))),
    );
  }
}
