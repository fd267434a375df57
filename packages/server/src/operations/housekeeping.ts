import { IdempotencyRecords } from "@roo-code/host/database";
import type { Services } from "../services/services.ts";
import { taskOwner } from "../services/tasks.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keysHours = 24;

/** What is done now and then: rows brought up to date, what is old let go. A failure is told, and tried again. */
export class Housekeeping {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    void this.#run("tasks are counted", () => this.#countTasks());
    this.#timer = setInterval(() => void this.tidy(), hourMs).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async tidy(): Promise<void> {
    await this.#run("keys are forgotten", () => new IdempotencyRecords(this.#services.database).forget(keysHours));
    await this.#run("folders are retired", () => this.#retireFolders());
    await this.#run("backups are deleted", () => this.#deleteBackups());
  }

  async #countTasks(): Promise<void> {
    const { tasks } = this.#services;
    await tasks.projections.refresh(() => tasks.listOf(taskOwner));
  }

  /** A folder that the server made and nobody used: its files stay as a backup. */
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
      // What it needs may be closed by now; the next start does it.
      if (!this.#isStopped) this.#services.log.warn({ error }, `${what} later`);
    });
  }
}
