import type { TaskProjection, TaskProjections, WorkspaceRecord } from "@roo-code/host/database";
import type { MessageInput, RunInput } from "@roo-code/host/tasks";
import { type FoldedTask, noUsage, RooError, type TaskId, type TaskSummary, taskIdSchema } from "@roo-code/types";
import type { ApiTaskSummary, TaskOp, TaskOpResult, TaskView } from "@roo-code/types/api";
import { Pending, type PendingViews } from "./pending.ts";
import type { ServerParts } from "./server-parts.ts";
import type { Workspaces } from "./workspaces.ts";

/** The options a client gives for a run. */
interface RunOptions extends Omit<RunInput, "provider" | "settings"> {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/** The tasks of this home, for their owner. */
export class Tasks {
  readonly #parts: ServerParts;
  readonly #workspaces: Workspaces;
  readonly projections: TaskProjections;
  readonly pending: Pending;

  constructor(
    parts: ServerParts,
    { workspaces, projections }: { readonly workspaces: Workspaces; readonly projections: TaskProjections },
  ) {
    this.#parts = parts;
    this.#workspaces = workspaces;
    this.projections = projections;
    this.pending = new Pending(parts);
  }

  /** Throws `task_not_found`, also for other owners: all tasks of a home belong to its one user. */
  async require(owner: string, taskId: TaskId): Promise<TaskSummary> {
    if (owner !== taskOwner) throw taskNotFound(taskId);
    return this.#parts.host.tasks.summarize(taskId);
  }

  async listOf(owner: string): Promise<readonly TaskSummary[]> {
    return owner === taskOwner ? this.#parts.host.tasks.list() : [];
  }

  /** Includes what the database knows about them. */
  async views(owner: string, summaries: readonly TaskSummary[]): Promise<ApiTaskSummary[]> {
    const [projections, folders] = await Promise.all([this.projections.of(summaries), this.#foldersOf(owner)]);
    return summaries.map((summary) => {
      const { taskId, cwd, status } = summary;
      const view = taskView(summary, projections.get(taskId), folders.get(cwd) ?? null);
      if (status !== "running") return view;
      // Open questions of this process are newer than those in the database.
      if (this.#parts.pool.sessionOf(taskId)) return { ...view, waitsFor: this.pending.waitsFor(summary) };
      return { ...view, runsElsewhere: true };
    });
  }

  begin(
    { folder }: WorkspaceRecord,
    { taskId, ...opening }: RunOptions & MessageInput & { taskId?: string | undefined },
  ): Promise<TaskId> {
    const reserved = taskId === undefined ? undefined : taskIdSchema.parse(taskId);
    return this.#parts.runs.begin({ ...runInput(opening), cwd: folder, taskId: reserved });
  }

  /** Resolves once the op is on disk. */
  async submit(taskId: TaskId, op: TaskOp): Promise<TaskOpResult> {
    const { runs } = this.#parts;
    if (op.type === "message.send") return runs.send(taskId, runInput(op));
    await (op.type === "approval.answer" ? runs.answer(taskId, op) : runs.submit(op, taskId));
    return {};
  }

  resume(taskId: TaskId, opening: RunOptions): Promise<void> {
    return this.#parts.runs.resume(taskId, runInput(opening));
  }

  async #foldersOf(owner: string): Promise<ReadonlyMap<string, string>> {
    const records = await this.#workspaces.records.list(owner);
    return new Map(records.map(({ folder, id }) => [folder, id]));
  }
}

/** The owner of all tasks of a home. */
export const taskOwner = "local";

function runInput<Input extends RunOptions>({ provider, model, ...input }: Input) {
  return {
    ...input,
    provider: {
      ...(provider !== undefined && { apiProvider: provider }),
      ...(model !== undefined && { apiModelId: model }),
    },
  };
}

function taskView(
  { taskId, cwd, title, status, mode, parent, events, createdAt, updatedAt }: TaskSummary,
  projection: TaskProjection | undefined,
  workspaceId: string | null,
): ApiTaskSummary {
  const waits = new Set(Object.values(projection?.waiting ?? {}));
  return {
    taskId,
    workspaceId,
    folder: cwd,
    title,
    status,
    waitsFor: status !== "running" ? null : waits.has("approval") ? "approval" : waits.has("answer") ? "answer" : null,
    mode: projection?.mode || mode,
    model: projection?.model ?? null,
    parent: parent ?? null,
    runsElsewhere: false,
    usage: projection?.usage ?? noUsage(),
    turns: projection?.turns ?? 0,
    lastSeq: Math.max(events, projection?.lastSeq ?? 0),
    createdAt,
    updatedAt,
  };
}

function taskNotFound(taskId: TaskId): RooError {
  return new RooError({ code: "task_not_found", message: `There is no task ${taskId}.` });
}

interface FullTaskInput {
  readonly view: ApiTaskSummary;
  readonly folded: FoldedTask;
  readonly children: readonly ApiTaskSummary[];
  readonly condenseThreshold: number;
  readonly pending: PendingViews;
}

/** The folded events of a task, with what only this machine knows about it. */
export function fullTaskView({ view, folded, children, condenseThreshold, pending }: FullTaskInput): TaskView {
  const { approvals, questions } = pending;
  const { asked, todos, autoApprove, filesChanged, subtasks, ...rest } = folded;
  const status = statusOf(view, folded);
  const isRunning = status === "running";
  return {
    ...view,
    ...rest,
    status,
    waitsFor: approvals.length > 0 ? "approval" : questions.length > 0 ? "answer" : null,
    requestedAt: isRunning ? folded.requestedAt : null,
    asked: isRunning ? [...asked] : [],
    todos: [...todos],
    autoApprove: [...autoApprove],
    filesChanged: [...filesChanged],
    subtasks: [...subtasks],
    condenseThreshold,
    approvals: [...approvals],
    questions: [...questions],
    children: [...children],
  };
}

/** Whether the task is running is known to this machine; that a run has ended, to the log. */
function statusOf({ status }: ApiTaskSummary, folded: FoldedTask): TaskView["status"] {
  if (folded.status !== "running" && folded.status !== "interrupted") return folded.status;
  return status === "running" || status === "interrupted" ? status : folded.status;
}
