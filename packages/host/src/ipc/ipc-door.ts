import {
  type CommandSource,
  emptyRooTask,
  IpcServer,
  type RooEvent,
  type RooTask,
  rooProviders,
  type TaskCommand,
  type TaskContext,
  toIpcEvents,
} from "@roo-code/ipc";
import {
  type ImagePart,
  type LiveDelta,
  type ProviderSettings,
  RooError,
  type TaskEvent,
  type TaskId,
} from "@roo-code/types";
import type { Host } from "../host.ts";
import { findProvider } from "../provider/provider-models.ts";
import type { TaskSession } from "../session/task-session.ts";
import type { TaskSource } from "../subtasks/local-subtasks.ts";
import { newOpId } from "../tasks/message-op.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { commandsResponse, modelsResponse, modesResponse, type QueryParts } from "./answer-query.ts";
import { answerOp, readImages, readRooConfiguration } from "./client-input.ts";
import { CurrentTask } from "./current-task.ts";
import { ItemFeed } from "./item-feed.ts";
import { PartialThrottle } from "./partial-throttle.ts";

export interface ServeIpcOptions {
  readonly host: Host;
  /** Defaults to a path in a private folder. */
  readonly path: string | undefined;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of new tasks. */
  readonly folder: string;
  /** The default provider of new tasks; absent if this process runs a single task and cannot start others. */
  readonly starts?: { readonly provider: Partial<ProviderSettings> };
  /** The tasks of this process. All of them are shown and can be answered here, wherever they were started. */
  readonly tasks: Tasks;
  readonly log?: (line: string) => void;
}

/** Serves the tasks of this process to programs that speak Roo Code's protocol. Throws `RooError` if it cannot listen. */
export async function serveIpc(options: ServeIpcOptions): Promise<IpcDoor> {
  const door = new IpcDoor(options);
  await door.listen();
  return door;
}

export class IpcDoor {
  readonly #options: ServeIpcOptions;
  readonly #server: IpcServer;
  readonly #current: CurrentTask;
  readonly #feed: ItemFeed;
  readonly #throttle: PartialThrottle;
  readonly #stopObserving: () => void;
  /** The state of each task as clients know it. */
  readonly #rooTasks = new Map<TaskId, RooTask>();
  readonly #contexts = new Map<string, TaskContext>();
  /** The root task, while it runs. */
  #running: TaskId | undefined;
  /** Root task → the trace it is part of. */
  readonly #traces = new Map<TaskId, string>();

  constructor(options: ServeIpcOptions) {
    const { host, folder, starts, path, tasks, log = () => {} } = options;
    this.#options = options;
    this.#server = new IpcServer(path, {
      log,
      isProvider: (name) => rooProviders.has(name) || findProvider(name) !== undefined,
      onCommand: (command, source) => this.#runCommand(command, source),
    });
    this.#server.on("Connect", (clientId) => this.#greet(clientId));
    this.#feed = new ItemFeed(this.#server, host.tasks);
    this.#throttle = new PartialThrottle(({ event, traceparent }) => this.#server.broadcast(event, traceparent));
    this.#current = new CurrentTask({
      host,
      folder,
      starts,
      tasks,
      isAttended: () => this.isAttended,
      onOpen: (taskId, traceparent) => this.#open(taskId, traceparent),
    });
    this.#stopObserving = tasks.pool.observe(this.#observe);
  }

  listen(): Promise<void> {
    return this.#server.listen();
  }

  get path(): string {
    return this.#server.socketPath ?? "";
  }

  /** Whether a connected client answers questions. */
  get isAttended(): boolean {
    return this.#server.clientIds.some((clientId) => this.#server.subscriptionOf(clientId)?.answers === true);
  }

  /** Makes a task that is run elsewhere the current one. To be called before it runs. */
  adopt(session: TaskSession): Promise<void> {
    return this.#current.adopt(session);
  }

  /** Sends clients the events of tasks of this process. */
  readonly #observe = (item: TaskEvent | LiveDelta, source: TaskSource): void => {
    const task = this.#rooTaskOf(source.taskId);
    const traceparent = this.#traces.get(this.#current.taskId ?? source.taskId);
    for (const event of toIpcEvents(task, item))
      this.#throttle.push({ event: this.#numbered(event, source.taskId), traceparent });
    this.#feed.observe(item, source);
    if (item.type === "run.start" && source.agent === "root") this.#begin(source.taskId);
    if (item.type !== "run.end") return;
    if (source.taskId === this.#running) this.#running = undefined;
    if (source.agent === "root") this.#current.release(source.taskId);
    else this.#rooTasks.delete(source.taskId);
  };

  /** Ends the tasks it started, sends the last events and removes the socket. */
  async close(): Promise<void> {
    if (this.#options.starts) await this.#current.close();
    this.#stopObserving();
    this.#throttle.flush();
    await this.#server.close();
  }

  #begin(taskId: TaskId): void {
    this.#running = taskId;
    const session = this.#options.tasks.pool.sessionOf(taskId);
    if (session) this.#current.adoptIfIdle(session);
  }

  /** A client that connects late learns which task is running; past events are sent to those that subscribe to items. */
  #greet(clientId: string): void {
    if (this.#running === undefined) return;
    const event: RooEvent = { eventName: "taskStarted", payload: [this.#running] };
    this.#server.sendEvent(clientId, this.#numbered(event, this.#running));
  }

  async #runCommand(command: TaskCommand, source: CommandSource): Promise<void> {
    switch (command.commandName) {
      case "StartNewTask":
        return this.#start(command.data, source);
      case "CancelTask":
        return this.#current.cancel(command.data);
      case "CloseTask":
        return this.#current.close();
      case "ResumeTask":
        return this.#current.resume(command.data);
      case "SendMessage":
        return this.#send(command.data);
      case "GetCommands":
        return this.#respond(source, await commandsResponse(await this.#query()));
      case "GetModes":
        return this.#respond(source, modesResponse(await this.#query()));
      case "GetModels":
        return this.#respond(
          source,
          await modelsResponse(await this.#query(), this.#options.starts?.provider.apiProvider),
        );
      case "DeleteQueuedMessage":
        throw alreadyRecorded(command.data);
      case "SetTaskContext":
        return this.#setContext(command.data, source);
      case "Subscribe":
        return command.data.items ? this.#feed.replay(source.clientId) : undefined;
      case "SubmitOp":
        return this.#current.submit(command.data.op, command.data.taskId);
    }
  }

  async #start(
    data: Extract<TaskCommand, { commandName: "StartNewTask" }>["data"],
    { traceparent }: CommandSource,
  ): Promise<void> {
    const { settings, provider, notes } = await readRooConfiguration(data.configuration);
    for (const note of notes) this.#options.log?.(note);
    const images = this.#images(data.images);
    await this.#current.start({ settings, provider, text: data.text, images, traceparent });
  }

  /** Answers the oldest open question, else sends the message to the task itself. */
  async #send({ text = "", images = [] }: { text?: string | undefined; images?: readonly string[] | undefined }) {
    if (text === "" && images.length === 0) return;
    const [question] = this.#options.tasks.questions.list();
    await (question
      ? this.#current.submit(answerOp(question, text, newOpId()), question.taskId)
      : this.#current.send({ text, images: this.#images(images) }));
  }

  #images(uris: readonly string[] = []): readonly ImagePart[] {
    const images = readImages(uris);
    const dropped = uris.length - images.length;
    if (dropped > 0) this.#options.log?.(`Ignored ${dropped} images that are not data URIs.`);
    return images;
  }

  #setContext(context: TaskContext, { clientId }: CommandSource): void {
    const isKnown = [...this.#rooTasks.keys()].some((taskId) => taskId === context.rooTaskId);
    if (isKnown) this.#contexts.set(context.rooTaskId, context);
    const data = isKnown
      ? { success: true }
      : { success: false, error: `There is no task ${context.rooTaskId} in this process.` };
    this.#server.send(clientId, { type: "TaskContextConfirmation", origin: "server", data });
  }

  /** Adds the number that evals gave a task to its events. */
  #numbered(event: RooEvent, taskId: TaskId): RooEvent {
    const context = this.#contexts.get(taskId);
    return context ? { ...event, taskId: context.taskId } : event;
  }

  /** The past events of a resumed task are not sent again. */
  async #open(taskId: TaskId, traceparent: string | undefined): Promise<void> {
    if (traceparent !== undefined) this.#traces.set(taskId, traceparent);
    const task = this.#rooTaskOf(taskId);
    if (task.taskId !== "") return;
    const history = await this.#options.host.tasks.read(taskId).catch(() => []);
    for (const event of history) toIpcEvents(task, event);
  }

  #rooTaskOf(taskId: TaskId): RooTask {
    const task = this.#rooTasks.get(taskId) ?? emptyRooTask();
    this.#rooTasks.set(taskId, task);
    return task;
  }

  async #query(): Promise<QueryParts> {
    const { host, home, environment, folder } = this.#options;
    return { host, home, environment, configuration: await host.configure(folder) };
  }

  #respond({ clientId }: CommandSource, event: RooEvent): void {
    this.#server.sendEvent(clientId, event);
  }
}

function alreadyRecorded(messageId: string): RooError {
  const message = `The message ${messageId.slice(0, 80)} is already in the task's log and cannot be withdrawn.`;
  return new RooError({ code: "message_said", message });
}
