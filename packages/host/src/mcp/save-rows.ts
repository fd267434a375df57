import { type EventLog, mcpRows, type TaskEvent, type TaskId } from "@roo-code/types";

interface SaveRowsOptions {
  readonly tasks: EventLog;
  readonly taskId: TaskId;
  readonly home: string;
  /** `DATABASE_URL`. */
  readonly url: string;
}

/** Saves how the last run of a task used MCP servers in the database. Throws `RooError` if that fails. */
export async function saveMcpRows({ tasks, taskId, home, url }: SaveRowsOptions): Promise<void> {
  const rows = mcpRows(eventsOfLastRun(await tasks.read(taskId)));
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

/** The events since the end of the previous run, and the task's first message. An interrupted run counts with the next. */
function eventsOfLastRun(events: readonly TaskEvent[]): readonly TaskEvent[] {
  const [, before] = events.filter(({ type }) => type === "run.end").toReversed();
  const purpose = events.find(({ type }) => type === "message.added");
  return events.filter((event) => event.seq > (before?.seq ?? 0) || event === purpose);
}
