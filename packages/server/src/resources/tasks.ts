import { Readable } from "node:stream";
import { knownSecrets } from "@roo-code/host";
import { packTexts } from "@roo-code/host/folder";
import { historyPaths, searchHistory } from "@roo-code/host/history";
import { exportTask } from "@roo-code/host/import-export";
import { reduceTaskView, type TaskId, type TaskSummary } from "@roo-code/types";
import type { TaskView } from "@roo-code/types/api";
import type { BytesResponse, Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";
import { fullTaskView, taskOwner } from "../services/tasks.ts";

export function taskHandlers(services: Services): Handlers<"tasks"> {
  const { host, runs, tasks, workspaces, home, clock, environment } = services;

  const view = async (owner: string, taskId: TaskId): Promise<TaskView> => {
    const summary = await tasks.require(owner, taskId);
    const folded = reduceTaskView(await host.tasks.read(taskId));
    const children = await summariesOf([...new Set(folded.subtasks.map((subtask) => subtask.taskId))]);
    const [own, ...below] = await tasks.views(owner, [summary, ...children]);
    if (!own) throw new Error("Missing view of an existing task.");
    const settings = await host.configure(summary.cwd).then(
      (configuration) => configuration.settings,
      // Its folder is gone.
      () => undefined,
    );
    const condenseThreshold = settings?.condenseThreshold ?? defaultCondenseThreshold;
    const pending = await tasks.pending.withOwn(summary, folded.asked);
    return fullTaskView({ view: own, folded, children: below, condenseThreshold, pending });
  };
  /** Skips tasks that no longer exist. */
  const summariesOf = async (ids: readonly TaskId[]): Promise<TaskSummary[]> => {
    const found = await Promise.all(ids.map((id) => host.tasks.summarize(id).catch(() => undefined)));
    return found.flatMap((summary) => summary ?? []);
  };

  return {
    async list({ query }, { principal: { owner } }) {
      const all = await tasks.listOf(owner);
      const folder = query.workspaceId && (await workspaces.require(owner, query.workspaceId)).folder;
      const matching = all.filter(
        (summary) =>
          summary.parent?.taskId === query.parent &&
          (query.status === undefined || summary.status === query.status) &&
          (folder === undefined || summary.cwd === folder),
      );
      // Only the projection knows the current mode of a task.
      const modes = query.mode === undefined ? undefined : await tasks.projections.of(matching);
      const found = modes
        ? matching.filter(({ taskId, mode }) => (modes.get(taskId)?.mode ?? mode) === query.mode)
        : matching;
      const { page, next } = pageOf(found, query, ({ createdAt, taskId }) => `${createdAt} ${taskId}`);
      return { tasks: await tasks.views(owner, page), next };
    },
    async search({ query }, { principal: { owner } }) {
      const all = await tasks.listOf(owner);
      const found = await searchHistory(historyPaths({ home, clock }), {
        text: query.query,
        limit: query.limit,
        from: home,
      });
      const hits = found.hits.filter(({ task }) => all.some(({ taskId }) => taskId === task.taskId));
      const views = await tasks.views(owner, [...new Map(hits.map(({ task }) => [task.taskId, task])).values()]);
      const byId = new Map(views.map((task) => [task.taskId, task]));
      return {
        hits: hits.flatMap(({ task: { taskId }, seq, snippet }) => {
          const task = byId.get(taskId);
          return task ? [{ task, seq, snippet }] : [];
        }),
        isComplete: found.hits.length >= found.matches,
      };
    },
    async create({ body }, { principal: { owner }, reservedId }) {
      const { workspaceId, ...opening } = body;
      const record = await workspaces.requireFolder(owner, workspaceId);
      const taskId = await tasks.begin(record, { ...opening, taskId: reservedId });
      await workspaces.records.touch(record.id);
      return view(owner, taskId);
    },
    async get({ params }, { principal: { owner } }) {
      return view(owner, params.taskId);
    },
    async remove({ params }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      await host.tasks.delete(taskId);
      services.updates.removed(taskId);
      return {};
    },
    async resume({ params, body }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      await tasks.resume(taskId, body);
      return view(owner, params.taskId);
    },
    async fork({ params, body }, { principal: { owner } }) {
      const { taskId, events } = await tasks.require(owner, params.taskId);
      const fork = await runs.fork({ taskId, at: body.at ?? events, files: false });
      return view(owner, fork.taskId);
    },
    async events({ params, query }, { principal: { owner } }) {
      const { taskId, status, events: known } = await tasks.require(owner, params.taskId);
      // Reading the whole log throws what is wrong with it.
      if (status === "damaged") await host.tasks.read(taskId);
      const events = await host.tasks.read(taskId, query);
      return { events, lastSeq: Math.max(known, events.at(-1)?.seq ?? 0) };
    },
    async submit({ params, body }, { principal: { owner } }) {
      const { taskId } = await tasks.require(owner, params.taskId);
      return tasks.submit(taskId, body.op);
    },
    async approvals(_, { principal: { owner } }) {
      if (owner !== taskOwner) return { approvals: [], questions: [] };
      const { approvals, questions: open } = await tasks.pending.all();
      return { approvals: [...approvals], questions: [...open] };
    },
    async pending({ params }, { principal: { owner } }) {
      const { approvals, questions: open } = await tasks.pending.of(await tasks.require(owner, params.taskId));
      return { approvals: [...approvals], questions: [...open] };
    },
    async exportAs({ params, query: { format } }, { principal: { owner } }): Promise<BytesResponse> {
      const { taskId } = await tasks.require(owner, params.taskId);
      const redact = await knownSecrets({ home, clock, environment });
      const files = await exportTask(await host.tasks.read(taskId), { format, redact });
      const [[name = "", content = ""] = []] = files;
      if (format === "roo")
        return { stream: packTexts(files), contentType: "application/gzip", fileName: `${taskId}.tar.gz` };
      const contentType = format === "markdown" ? "text/markdown; charset=utf-8" : "application/json; charset=utf-8";
      return { stream: Readable.from([content]), contentType, fileName: `${taskId}-${name}` };
    },
  };
}

const defaultCondenseThreshold = 75;

/** A page of a list sorted by key, largest first. */
function pageOf<Item>(
  items: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  keyOf: (item: Item) => string,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString("utf8");
  // Items added or removed meanwhile do not affect what follows the cursor.
  const rest = after === undefined ? items : items.filter((item) => keyOf(item) < after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = rest.length > limit && last !== undefined ? Buffer.from(keyOf(last)).toString("base64url") : null;
  return { page, next };
}
