import { type Database, inTransaction, tables } from "@roo-code/store/database";
import type { EvalRunRequest } from "@roo-code/types";
import { refuseSecrets } from "./refuse-secrets.ts";
import { portions } from "./storable.ts";

export interface NewRun {
  readonly request: EvalRunRequest;
  /** `provider/model`, or the agent's name. */
  readonly model: string;
  readonly exercises: readonly { readonly language: string; readonly name: string }[];
}

/** A run and all its trials, whole or not at all. Throws `RooError` `secret_in_settings`. */
export async function createRun(database: Database, { request, model, exercises }: NewRun): Promise<number> {
  refuseSecrets(request.settings);
  return inTransaction(database, async (transaction) => {
    const [run] = await transaction.insert(tables.runs).values(rowOf(request, model)).returning({ id: tables.runs.id });
    if (!run) throw new Error("the database gave no run back");
    const trials = trialsOf(request, exercises).map((trial) => ({ ...trial, runId: run.id }));
    for (const some of portions(trials)) await transaction.insert(tables.tasks).values(some);
    return run.id;
  });
}

function rowOf(request: EvalRunRequest, model: string): typeof tables.runs.$inferInsert {
  const { name, description, settings, concurrency, timeoutMinutes } = request;
  return {
    request,
    model,
    settings,
    concurrency,
    timeout: Math.ceil(timeoutMinutes),
    name: name ?? null,
    description: description ?? null,
    mcpServer: typeof settings["mcpServer"] === "string" ? settings["mcpServer"] : null,
  };
}

/** All exercises once before any of them twice: a run that is stopped early has tried as many as it could. */
function trialsOf({ iterations }: EvalRunRequest, exercises: NewRun["exercises"]) {
  return Array.from({ length: iterations }, (_, index) =>
    exercises.map(({ language, name }) => ({ language, exercise: name, iteration: index + 1 })),
  ).flat();
}
