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
import { newOpId } from "../tasks/op-id.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { answerOp } from "./answer-op.ts";
import { commandsResponse, modelsResponse, modesResponse, type QueryParts } from "./answer-query.ts";
import { CurrentTask } from "./current-task.ts";
import { readImages } from "./data-uri.ts";
import { ItemFeed } from "./item-feed.ts";
import { PartialThrottle } from "./partial-throttle.ts";
import { readRooConfiguration } from "./roo-configuration.ts";

export interface ServeIpcOptions {
  readonly host: Host;
  /** Absent: a path of our own choice, in a private folder. */
  readonly path: string | undefined;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Where new tasks work. */
  readonly folder: string;
  /** What new tasks talk to unless the client says otherwise; absent where this process runs one task and starts no other. */
  readonly starts?: { readonly provider: Partial<ProviderSettings> };
  /** Those of this process. Whatever runs, through whichever door it began, is shown and answered here too. */
  readonly tasks: Tasks;
  readonly log?: (line: string) => void;
}

/** Tasks of this process for programs that know Roo Code's protocol. Throws `RooError` when nothing can listen there. */
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
  readonly #told = new Map<TaskId, RooTask>();
  readonly #contexts = new Map<string, TaskContext>();
  /** The root of the tree, while it runs. */
  #running: TaskId | undefined;
  /** By the root of a tree: the trace it is part of. */
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

  /** Whether a client is connected that said it answers. */
  get isAttended(): boolean {
    return this.#server.clientIds.some((clientId) => this.#server.subscriptionOf(clientId)?.answers === true);
  }

  /** Makes a task that somebody else runs the one that clients see. To be called before it runs. */
  adopt(session: TaskSession): Promise<void> {
    return this.#current.adopt(session);
  }

  /** Tells clients what happens in tasks of this process. */
  readonly #observe = (item: TaskEvent | LiveDelta, source: TaskSource): void => {
    const task = this.#toldOf(source.taskId);
    const traceparent = this.#traces.get(this.#current.taskId ?? source.taskId);
    for (const event of toIpcEvents(task, item))
      this.#throttle.push({ event: this.#numbered(event, source.taskId), traceparent });
    this.#feed.observe(item, source);
    if (item.type === "run.start" && source.agent === "root") this.#begin(source.taskId);
    if (item.type !== "run.end") return;
    if (source.taskId === this.#running) this.#running = undefined;
    if (source.agent === "root") this.#current.release(source.taskId);
    else this.#told.delete(source.taskId);
  };

  /** Ends the tasks it started, tells the last events and takes the socket away. */
  async close(): Promise<void> {
    if (this.#options.starts) await this.#current.close();
    this.#stopObserving();
    this.#throttle.flush();
    await this.#server.close();
  }

  #begin(taskId: TaskId): void {
    this.#running = taskId;
    const session = this.#options.tasks.pool.sessionOf(taskId);
    if (session) this.#current.meet(session);
  }

  /** Who comes late learns which task runs; what it said before is told to who asks for items. */
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
        return this.#say(command.data);
      case "GetCommands":
        return this.#answer(source, await commandsResponse(await this.#query()));
      case "GetModes":
        return this.#answer(source, modesResponse(await this.#query()));
      case "GetModels":
        return this.#answer(
          source,
          await modelsResponse(await this.#query(), this.#options.starts?.provider.apiProvider),
        );
      case "DeleteQueuedMessage":
        throw alreadySaid(command.data);
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

  /** To whoever waits for an answer, else to the task itself. */
  async #say({ text = "", images = [] }: { text?: string | undefined; images?: readonly string[] | undefined }) {
    if (text === "" && images.length === 0) return;
    const [asked] = this.#options.tasks.questions.list();
    await (asked
      ? this.#current.submit(answerOp(asked, text, newOpId()), asked.taskId)
      : this.#current.say({ text, images: this.#images(images) }));
  }

  #images(uris: readonly string[] = []): readonly ImagePart[] {
    const images = readImages(uris);
    const dropped = uris.length - images.length;
    if (dropped > 0) this.#options.log?.(`Ignored ${dropped} images that are not data URIs of images.`);
    return images;
  }

  #setContext(context: TaskContext, { clientId }: CommandSource): void {
    const isKnown = [...this.#told.keys()].some((taskId) => taskId === context.rooTaskId);
    if (isKnown) this.#contexts.set(context.rooTaskId, context);
    const data = isKnown ? { success: true } : { success: false, error: `There is no task ${context.rooTaskId} here.` };
    this.#server.send(clientId, { type: "TaskContextConfirmation", origin: "server", data });
  }

  /** The evals' own number of a task goes along with what is told of it. */
  #numbered(event: RooEvent, taskId: TaskId): RooEvent {
    const context = this.#contexts.get(taskId);
    return context ? { ...event, taskId: context.taskId } : event;
  }

  /** What a task that is taken up again has said before is known, and not told anew. */
  async #open(taskId: TaskId, traceparent: string | undefined): Promise<void> {
    if (traceparent !== undefined) this.#traces.set(taskId, traceparent);
    const told = this.#toldOf(taskId);
    if (told.taskId !== "") return;
    const history = await this.#options.host.tasks.read(taskId).catch(() => []);
    for (const event of history) toIpcEvents(told, event);
  }

  #toldOf(taskId: TaskId): RooTask {
    const told = this.#told.get(taskId) ?? emptyRooTask();
    this.#told.set(taskId, told);
    return told;
  }

  async #query(): Promise<QueryParts> {
    const { host, home, environment, folder } = this.#options;
    return { host, home, environment, configuration: await host.configure(folder) };
  }

  #answer({ clientId }: CommandSource, event: RooEvent): void {
    this.#server.sendEvent(clientId, event);
  }
}

function alreadySaid(messageId: string): RooError {
  const message = `The message ${messageId.slice(0, 80)} is already in the task's log and cannot be withdrawn.`;
  return new RooError({ code: "message_said", message });
}
