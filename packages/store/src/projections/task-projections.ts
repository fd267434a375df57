import type { TaskId, TaskSummary } from "@roo-code/types";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import { inTransaction } from "../database/in-transaction.ts";
import type { LiveDatabase } from "../database/live-database.ts";
import type { Database } from "../database/open-database.ts";
import { taskProjections, taskUsage } from "../database/schema/index.ts";
import { taskFolder } from "../task-folder.ts";
import {
  type AdvancedProjection,
  advanceProjection,
  type ReadProjection,
  type TaskProjection,
} from "./fold-projection.ts";
import { addColumns, sumUsage, toColumns, toUsage, type UsageQuery, type UsageSums } from "./sum-usage.ts";

export interface ProjectionOptions {
  readonly database: LiveDatabase;
  readonly tasksFolder: string;
  /** Identifies the home that contains the logs: several may share a database. */
  readonly place: string;
  readonly owner: string;
}

/** Rows per query. */
const batchSize = 500;

/**
 * What lists and statistics show of tasks, stored in the database and updated from their logs, whichever process
 * writes those.
 */
export class TaskProjections {
  readonly #options: ProjectionOptions;
  /** One update at a time per task. */
  readonly #advancing = new Map<TaskId, Promise<TaskProjection | undefined>>();
  #refreshing: Promise<void> | undefined;

  constructor(options: ProjectionOptions) {
    this.#options = options;
  }

  /** Up-to-date projections. A task whose log cannot be read has none. Throws what the database throws. */
  async of(summaries: readonly TaskSummary[]): Promise<ReadonlyMap<TaskId, TaskProjection>> {
    const found = new Map<TaskId, TaskProjection>();
    for (let at = 0; at < summaries.length; at += batchSize) {
      const batch = summaries.slice(at, at + batchSize);
      const known = await this.#read(batch.map(({ taskId }) => taskId));
      for (const summary of batch) {
        const row = known.get(summary.taskId);
        const state = isCurrent(row, summary) ? row.state : await this.#advance(summary, row);
        if (state) found.set(summary.taskId, state);
      }
    }
    return found;
  }

  /** Updates all projections and removes those of deleted tasks, but not their usage. */
  refresh(summaries: () => Promise<readonly TaskSummary[]>): Promise<void> {
    this.#refreshing ??= this.#refreshAll(summaries).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  usage(owner: string, query: UsageQuery): Promise<UsageSums> {
    return this.#options.database.use((database) => sumUsage(database, owner, query));
  }

  async #refreshAll(summaries: () => Promise<readonly TaskSummary[]>): Promise<void> {
    const all = await summaries();
    await this.of(all);
    const { database, place } = this.#options;
    const ids = all.map(({ taskId }) => taskId);
    await database.use(({ orm }) =>
      orm
        .delete(taskProjections)
        .where(
          and(eq(taskProjections.place, place), ids.length > 0 ? notInArray(taskProjections.taskId, ids) : undefined),
        ),
    );
  }

  async #read(ids: readonly TaskId[]): Promise<ReadonlyMap<string, ReadProjection>> {
    if (ids.length === 0) return new Map();
    const { database, place } = this.#options;
    const rows = await database.use(({ orm }) =>
      orm
        .select()
        .from(taskProjections)
        .where(and(eq(taskProjections.place, place), inArray(taskProjections.taskId, [...ids]))),
    );
    return new Map(
      rows.map(({ taskId, folder, position, lastSeq, lastAt, mode, model, waiting, isFork, hasRun, ...usage }) => [
        taskId,
        {
          position,
          state: {
            folder,
            lastSeq,
            lastAt,
            mode,
            model,
            waiting,
            isFork,
            hasRun,
            turns: usage.turns,
            usage: toUsage(usage),
          },
        },
      ]),
    );
  }

  #advance(summary: TaskSummary, known: ReadProjection | undefined): Promise<TaskProjection | undefined> {
    const { taskId } = summary;
    const running = this.#advancing.get(taskId);
    if (running) return running;
    const advancing = this.#advanceNow(summary, known).finally(() => this.#advancing.delete(taskId));
    this.#advancing.set(taskId, advancing);
    return advancing;
  }

  async #advanceNow(
    { taskId, events }: TaskSummary,
    known: ReadProjection | undefined,
  ): Promise<TaskProjection | undefined> {
    const { database, tasksFolder } = this.#options;
    // The same number of events but not the same events: the log was truncated and continued differently.
    const from = known?.state.lastSeq === events ? undefined : known;
    const advanced = await advanceProjection(taskFolder(tasksFolder, taskId), from).catch(() => undefined);
    if (!advanced) return known?.state;
    if (advanced.isRebuilt || advanced.state.lastSeq !== known?.state.lastSeq)
      await database.use((opened) => this.#write(opened, taskId, { advanced, known }));
    return advanced.state;
  }

  /** Atomic; skipped if another process has advanced the projection meanwhile. */
  async #write(
    database: Database,
    taskId: TaskId,
    { advanced, known }: { advanced: AdvancedProjection; known: ReadProjection | undefined },
  ): Promise<void> {
    const { place, owner } = this.#options;
    const { state, position, rows, isRebuilt } = advanced;
    const { usage, turns, ...rest } = state;
    const row = { ...rest, position, ...toColumns(turns, usage) };
    await inTransaction(database, async (transaction) => {
      const here = and(eq(taskProjections.place, place), eq(taskProjections.taskId, taskId));
      const written = known
        ? await transaction
            .update(taskProjections)
            .set(row)
            .where(and(here, eq(taskProjections.position, known.position)))
            .returning({ taskId: taskProjections.taskId })
        : await transaction
            .insert(taskProjections)
            .values({ place, owner, taskId, ...row })
            .onConflictDoNothing()
            .returning({ taskId: taskProjections.taskId });
      if (written.length === 0) return;
      if (isRebuilt)
        await transaction.delete(taskUsage).where(and(eq(taskUsage.place, place), eq(taskUsage.taskId, taskId)));
      if (rows.length === 0) return;
      await transaction
        .insert(taskUsage)
        .values(
          rows.map(({ day, model, mode, ...used }) => ({
            place,
            owner,
            taskId,
            folder: state.folder,
            day,
            model,
            mode,
            ...toColumns(used.turns, used.usage),
          })),
        )
        .onConflictDoUpdate({
          target: [taskUsage.place, taskUsage.taskId, taskUsage.day, taskUsage.model, taskUsage.mode],
          set: addColumns(taskUsage),
        });
    });
  }
}

function isCurrent(row: ReadProjection | undefined, { events, updatedAt }: TaskSummary): row is ReadProjection {
  return row?.state.lastSeq === events && row.state.lastAt === updatedAt;
}
