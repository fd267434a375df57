import type {
  EventOf,
  Subtask,
  SubtaskConflict,
  SubtaskOrder,
  SubtaskOutcome,
  SubtaskPlace,
  Subtasks,
} from "@roo-code/types";

const maxListed = 40;
const maxLabelLength = 200;

/** A subtask's outcome, as the result for the parent's model. */
export function subtaskResult(outcome: SubtaskOutcome): { content: string; isError: boolean } {
  const { taskId, status, result, error, filesChanged, conflicts = [], verification } = outcome;
  const isDone = status === "completed";
  const lines = [
    isDone ? `Subtask ${taskId} completed.` : `Subtask ${taskId} did not complete: ${error?.message ?? status}`,
    verification && verification !== "verified"
      ? `What it claims is ${verification}: check before you rely on it.`
      : "",
    filesChanged.length > 0 ? `Files it changed: ${listed(filesChanged)}` : "",
    ...conflicts.map(conflictText),
    conflicts.length > 0 ? "Merge the two versions where it matters." : "",
    result ? `\nResult:\n${result}` : "",
  ];
  return { content: lines.filter(Boolean).join("\n"), isError: !isDone };
}

/** Includes the version itself, because no tool can read the folder it is kept in. */
function conflictText({ path, aside, version }: SubtaskConflict): string {
  const head = `Conflict: ${path} was also changed by another task, whose version is in the workspace; `;
  if (aside.endsWith(`/${path}.deleted`)) return `${head}this task deleted it.`;
  if (version === undefined) return `${head}this task's version is kept for the user: ${aside}`;
  if (aside.endsWith(`/${path}.link`)) return `${head}in this task it is a link: ${version.trim()}`;
  return `${head}this task's version is:\n<version path=${JSON.stringify(path)}>\n${version.trimEnd()}\n</version>`;
}

export function subtaskEnd(
  { callId, taskId }: Pick<Subtask, "callId" | "taskId">,
  outcome: SubtaskOutcome,
): Omit<EventOf<"subtask.end">, "seq" | "at"> {
  const { status, turns, usage, filesChanged, conflicts, result, error } = outcome;
  return {
    type: "subtask.end",
    callId,
    taskId,
    status,
    turns,
    usage,
    filesChanged: [...filesChanged],
    conflicts: conflicts && conflicts.length > 0 ? conflicts.map(({ path }) => path) : undefined,
    result,
    error,
  };
}

/** The snapshot before a subtask changes the workspace, as a step that can be undone. */
export function subtaskStep(
  subtask: Pick<Subtask, "callId" | "message">,
  saved: SubtaskOutcome["before"],
): Omit<EventOf<"snapshot.added">, "seq" | "at">[] {
  return saved ? [{ type: "snapshot.added", callId: subtask.callId, label: stepLabel(subtask), ...saved }] : [];
}

/** What a subtask changed in the workspace, as a change of the parent task. */
export function subtaskChange(
  subtask: Pick<Subtask, "callId" | "message">,
  change: SubtaskOutcome["change"],
): Omit<EventOf<"change.added">, "seq" | "at">[] {
  if (!change) return [];
  const { changes, files, moreFiles } = change;
  return [
    {
      type: "change.added",
      callId: subtask.callId,
      label: stepLabel(subtask),
      changes: [...changes],
      files: [...files],
      moreFiles,
    },
  ];
}

export function stepLabel({ message }: Pick<Subtask, "message">): string {
  return `new_task ${message.trim().replaceAll(/\s+/g, " ")}`.slice(0, maxLabelLength);
}

/** The outcome of a subtask, from its recorded end. Conflicts are named by their path in its copy. */
export function outcomeOfEnd(end: EventOf<"subtask.end">, worktree = ""): SubtaskOutcome {
  const { taskId, status, turns, usage, filesChanged, conflicts = [], result = null, error } = end;
  return {
    taskId,
    status,
    result,
    verification: null,
    turns,
    usage,
    durationMs: 0,
    filesChanged,
    conflicts: conflicts.map((path) => ({ path, aside: `conflicts/${path} of the copy ${worktree}` })),
    error,
  };
}

function listed(paths: readonly string[]): string {
  const more = paths.length - maxListed;
  return `${paths.slice(0, maxListed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Calls of one reply that start subtasks in parallel: they are placed together, once all requests are known. */
export class SubtaskBatch {
  readonly #subtasks: Subtasks;
  readonly #outstanding: Set<string>;
  readonly #orders = new Map<string, SubtaskOrder>();
  readonly #complete = Promise.withResolvers<void>();
  #places: Promise<ReadonlyMap<string, SubtaskPlace>> | undefined;

  constructor(subtasks: Subtasks, callIds: readonly string[]) {
    this.#subtasks = subtasks;
    this.#outstanding = new Set(callIds);
  }

  /** Resolves to the placement of this call's subtask once every other call has joined or left. */
  async join(callId: string, order: SubtaskOrder): Promise<SubtaskPlace> {
    this.#orders.set(callId, order);
    this.leave(callId);
    await this.#complete.promise;
    this.#places ??= this.#place();
    const place = (await this.#places).get(callId);
    if (!place) throw new Error(`no placement for the subtask of call ${callId}`);
    return place;
  }

  /** For a call that ended without a subtask. May be called again, also after `join`. */
  leave(callId: string): void {
    this.#outstanding.delete(callId);
    if (this.#outstanding.size === 0) this.#complete.resolve();
  }

  async #place(): Promise<ReadonlyMap<string, SubtaskPlace>> {
    const callIds = [...this.#orders.keys()];
    const places = await this.#subtasks.place([...this.#orders.values()]);
    return new Map(places.map((place, index) => [callIds[index] ?? "", place]));
  }
}
