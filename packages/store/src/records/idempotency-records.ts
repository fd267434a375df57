import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { LiveDatabase } from "../database/live-database.ts";
import { idempotencyKeys } from "../database/schema/index.ts";

export type IdempotencyRecord = typeof idempotencyKeys.$inferSelect;
export type KeyedRequest = Pick<IdempotencyRecord, "owner" | "key" | "operation" | "requestHash" | "reservedId">;

/** Requests with an idempotency key. Every member throws what the database throws. */
export class IdempotencyRecords {
  readonly #database: LiveDatabase;

  constructor(database: LiveDatabase) {
    this.#database = database;
  }

  /** The record of the key: a new one for this request if the key was not used before. */
  async begin(request: KeyedRequest): Promise<{ readonly isNew: boolean; readonly record: IdempotencyRecord }> {
    return this.#database.use(async ({ orm }) => {
      const [added] = await orm.insert(idempotencyKeys).values(request).onConflictDoNothing().returning();
      if (added) return { isNew: true, record: added };
      const [record] = await orm.select().from(idempotencyKeys).where(isKey(request));
      // Dropped meanwhile by a request that failed.
      return record ? { isNew: false, record } : this.begin(request);
    });
  }

  async finish(
    request: Pick<IdempotencyRecord, "owner" | "key">,
    response: { status: number; body: string },
  ): Promise<void> {
    await this.#database.use(({ orm }) => orm.update(idempotencyKeys).set(response).where(isKey(request)));
  }

  /** The request had no effect: the same key may be used again. */
  async drop(request: Pick<IdempotencyRecord, "owner" | "key">): Promise<void> {
    await this.#database.use(({ orm }) =>
      orm.delete(idempotencyKeys).where(and(isKey(request), isNull(idempotencyKeys.status))),
    );
  }

  async forget(hours: number): Promise<void> {
    const before = sql`now() - make_interval(hours => ${hours})`;
    await this.#database.use(({ orm }) => orm.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before)));
  }
}

function isKey({ owner, key }: Pick<IdempotencyRecord, "owner" | "key">) {
  return and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key));
}
