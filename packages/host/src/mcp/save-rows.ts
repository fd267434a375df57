import { type EventLog, mcpRows, type TaskEvent, type TaskId } from "@roo-code/types";

export interface KeepRowsOptions {
  readonly tasks: EventLog;
  readonly taskId: TaskId;
  readonly home: string;
  /** `DATABASE_URL`. */
  readonly url: string;
}

/** Saves what the newest run of a task did with MCP servers in the database. Throws `RooError` where it cannot. */
export async function saveMcpRows({ tasks, taskId, home, url }: KeepRowsOptions): Promise<void> {
  const rows = mcpRows(ofNewestRun(await tasks.read(taskId)));
  if (Object.values(rows).every(({ length }) => length === 0)) return;
  const { databaseFailure, keepMcpRows, openDatabase } = await import("@roo-code/store/database");
  const database = await openDatabase({ home, url, connections: 1 });
  try {
    await keepMcpRows(database, rows);
  } catch (error) {
    throw databaseFailure(error, database.label);
  } finally {
    await database.close();
  }
}

/** The events after the previous run's end, and the task's first message. An interrupted run belongs to the next. */
function ofNewestRun(events: readonly TaskEvent[]): readonly TaskEvent[] {
  const [, before] = events.filter(({ type }) => type === "run.end").toReversed();
  const purpose = events.find(({ type }) => type === "message.added");
  return events.filter((event) => event.seq > (before?.seq ?? 0) || event === purpose);
}
