import { type Database, inTransaction, tables } from "@roo-code/store/database";
import { holdsSecret, looksSecret } from "@roo-code/store/secret-value";
import type { EvalRunRequest } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { batches } from "./storable.ts";

export interface NewRun {
  readonly request: EvalRunRequest;
  /** `provider/model`, or the agent's name. */
  readonly model: string;
  readonly exercises: readonly { readonly language: string; readonly name: string }[];
}

/** Creates a run and all its trials in one transaction. Throws `RooError` `secret_in_settings`. */
export async function createRun(database: Database, { request, model, exercises }: NewRun): Promise<number> {
  refuseSecrets(request.settings);
  return inTransaction(database, async (transaction) => {
    const [run] = await transaction.insert(tables.runs).values(rowOf(request, model)).returning({ id: tables.runs.id });
    if (!run) throw new Error("The database returned no run.");
    const trials = trialsOf(request, exercises).map((trial) => ({ ...trial, runId: run.id }));
    for (const some of batches(trials)) await transaction.insert(tables.tasks).values(some);
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

/** All exercises once before any of them twice, so that a run that is stopped early covers as many as possible. */
function trialsOf({ iterations }: EvalRunRequest, exercises: NewRun["exercises"]) {
  return Array.from({ length: iterations }, (_, index) =>
    exercises.map(({ language, name }) => ({ language, exercise: name, iteration: index + 1 })),
  ).flat();
}

/** Settings are stored with a run and shown to everyone who may see it. Throws `RooError` `secret_in_settings`. */
function refuseSecrets(settings: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(settings).find(([name, value]) =>
    typeof value === "string" ? looksSecret(name, value) : holdsSecret(value),
  );
  if (!found) return;
  throw new RooError({
    code: "secret_in_settings",
    message: `The setting ${found[0]} contains a secret, and settings of a run are stored in plain text.`,
    next: "Put the key into the provider's environment variable or into a profile, and name the profile.",
  });
}
