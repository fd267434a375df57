import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { RooError, type TaskEvent, type TaskId, taskIdSchema } from "@roo-code/types";
import type { ClientSession } from "./client-sessions.ts";
import { findMode, modePurpose } from "./find-mode.ts";
import type { ModesServerPorts, ServedTasks } from "./modes-server-ports.ts";
import { viewOf } from "./task-view.ts";

const mimeType = "application/json";

/** Modes and tasks as resources. Lists only the tasks that the client uses, but it may read any task of the folder. */
export function registerResources(server: McpServer, ports: ModesServerPorts, session: ClientSession): void {
  const { modes, tasks } = ports;
  const slugs = async (prefix: string) =>
    (await modes()).map(({ slug }) => slug).filter((slug) => slug.startsWith(prefix));
  const taskIds = (prefix: string) => [...session.tasks.keys()].filter((taskId) => taskId.startsWith(prefix));
  const listTasks = (end: string) => () => ({
    resources: [...session.tasks].map(([taskId, purpose]) => ({
      uri: `task://${taskId}${end}`,
      name: `${taskId}${end}`,
      mimeType,
      description: purpose ? firstLine(purpose) : undefined,
    })),
  });

  server.registerResource(
    "mode",
    new ResourceTemplate("mode://{slug}", {
      list: async () => ({
        resources: (await modes()).map((mode) => ({
          uri: `mode://${mode.slug}`,
          name: mode.slug,
          title: mode.name,
          description: modePurpose(mode),
          mimeType,
        })),
      }),
      complete: { slug: slugs },
    }),
    { title: "Modes", description: "A role with the tools and files it may use.", mimeType },
    (uri, { slug }) => answer(uri, async () => findMode(await modes(), String(slug))),
  );
  server.registerResource(
    "task",
    new ResourceTemplate("task://{taskId}", { list: listTasks(""), complete: { taskId: taskIds } }),
    { title: "Tasks", description: "The state of a task.", mimeType },
    (uri, { taskId }) =>
      answer(uri, async () => {
        const id = readId(uri, taskId);
        return viewOf(id, await tasks.overview(id));
      }),
  );
  server.registerResource(
    "task-events",
    new ResourceTemplate("task://{taskId}/events", { list: listTasks("/events"), complete: { taskId: taskIds } }),
    { title: "Events of a task", description: "All events of a task, from the first.", mimeType },
    (uri, { taskId }) => answer(uri, () => eventsPage(tasks, readId(uri, taskId), 0)),
  );
  server.registerResource(
    "task-events-after",
    new ResourceTemplate("task://{taskId}/events/{after}", { list: undefined }),
    { title: "Later events of a task", description: "The events after the given number.", mimeType },
    (uri, { taskId, after }) => answer(uri, () => eventsPage(tasks, readId(uri, taskId), Number(after) || 0)),
  );
}

async function answer(uri: URL, read: () => Promise<object>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(await read()) }] };
  } catch (error) {
    if (error instanceof RooError && (error.code === "task_not_found" || error.code === "unknown_mode"))
      throw new ResourceNotFoundError(uri.href);
    throw error;
  }
}

function readId(uri: URL, text: unknown): TaskId {
  const { data, success } = taskIdSchema.safeParse(text);
  if (!success) throw new ResourceNotFoundError(uri.href);
  return data;
}

function firstLine(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, 200);
}

const maxEvents = 500;
const maxCharacters = 1_000_000;

interface EventsPage {
  readonly taskId: TaskId;
  readonly events: readonly TaskEvent[];
  /** The URI of the next page; null on the last. */
  readonly next: string | null;
}

/** At least one event, and as many as fit one answer. */
async function eventsPage(tasks: ServedTasks, taskId: TaskId, afterSeq: number): Promise<EventsPage> {
  const all = await tasks.events(taskId, afterSeq);
  let characters = 0;
  const tooMany = all.findIndex((event, index) => {
    characters += JSON.stringify(event).length;
    return index > 0 && (index >= maxEvents || characters > maxCharacters);
  });
  const events = tooMany === -1 ? all : all.slice(0, tooMany);
  const last = events.at(-1)?.seq;
  return { taskId, events, next: tooMany === -1 ? null : `task://${taskId}/events/${last}` };
}
