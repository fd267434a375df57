import { IdempotencyRecords } from "@roo-code/host/database";
import type { Services } from "../services/services.ts";
import { taskOwner } from "../services/tasks.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keysHours = 24;

/** Periodic cleanup: refreshes task rows, deletes what has expired. Failures are logged and retried. */
export class Housekeeping {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    void this.#run("refreshing task rows", () => this.#refreshTasks());
    this.#timer = setInterval(() => void this.tidy(), hourMs).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async tidy(): Promise<void> {
    await this.#run("deleting idempotency keys", () =>
      new IdempotencyRecords(this.#services.database).forget(keysHours),
    );
    await this.#run("retiring unused folders", () => this.#retireFolders());
    await this.#run("deleting old backups", () => this.#deleteBackups());
  }

  async #refreshTasks(): Promise<void> {
    const { tasks } = this.#services;
    await tasks.projections.refresh(() => tasks.listOf(taskOwner));
  }

  /** Removes folders created by the server that no one used lately, keeping a backup. */
  async #retireFolders(): Promise<void> {
    const { workspaces, backups, settings, clock } = this.#services;
    const { workspaceMaxAge } = await settings();
    if (workspaceMaxAge === undefined) return;
    const before = new Date(clock.now() - workspaceMaxAge * dayMs).toISOString();
    for (const record of await workspaces.records.unusedSince(before)) {
      await backups.create(record);
      await workspaces.forget(record.owner, record.id);
    }
  }

  async #deleteBackups(): Promise<void> {
    const { backups, settings, clock } = this.#services;
    const { backupMaxAge } = await settings();
    if (backupMaxAge !== undefined)
      await backups.removeOlderThan(new Date(clock.now() - backupMaxAge * dayMs).toISOString());
  }

  async #run(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      // The database may be closed by now; the next start retries.
      if (!this.#isStopped) this.#services.log.warn({ error }, `${what} failed, will retry`);
    });
  }
}
