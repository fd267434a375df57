import { join } from "node:path";
import { Agent, builtinModes, defaultRetryPolicy, type RetryPolicy, ToolRegistry } from "@roo-code/engine";
import { RooClient, systemClock } from "@roo-code/providers";
import { FileEventLog } from "@roo-code/store";
import { builtinTools } from "@roo-code/tools";
import type {
  ApprovalKind,
  Clock,
  EventLog,
  EventOf,
  Limits,
  LiveDelta,
  Mode,
  ProviderSettings,
  TaskEvent,
  TaskId,
  TaskWriter,
} from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";
import { describeEnvironment, workspaceFolder } from "./environment.ts";
import { ensureWritable } from "./roo-home.ts";
import { newTaskId } from "./task-id.ts";
import { TaskSession } from "./task-session.ts";

export interface HostOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  readonly clock?: Clock;
}

export interface RunOptions {
  readonly provider: ProviderSettings;
  readonly limits: Limits;
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  /** Whether somebody is there to answer. */
  readonly attended: boolean;
  readonly observe: (item: TaskEvent | LiveDelta) => void;
  readonly retry?: RetryPolicy;
}

export interface Host {
  readonly tasks: EventLog;
  readonly modes: readonly Mode[];
  /** A new task, held by this process. Nothing is written before everything it needs is there. */
  createTask(options: RunOptions & { cwd: string; mode: string }): Promise<TaskSession>;
  /** Takes a task up again, in its own folder and mode. */
  openTask(taskId: TaskId, options: RunOptions): Promise<TaskSession>;
}

/** The composition root: the only place where leaves meet. */
export function createHost(options: HostOptions): Host {
  const { home, environment, version, clock = systemClock } = options;
  const tasks = new FileEventLog({ tasksFolder: join(home, "tasks"), clock });

  /** Whatever can be wrong with the provider is found out before anything is written. */
  const clientFor = async (run: RunOptions): Promise<RooClient> => {
    const client = new RooClient(run.provider, { environment, clock });
    await client.prepare();
    return client;
  };

  const assemble = (parts: {
    run: RunOptions;
    client: RooClient;
    mode: Mode;
    folder: string;
    writer: TaskWriter;
    history: readonly TaskEvent[];
  }): TaskSession => {
    const { run, client, mode, folder, writer, history } = parts;
    const workspace = new LocalWorkspace({ root: folder, environment });
    const agent = new Agent({
      client,
      writer,
      history,
      workspace,
      mode,
      clock,
      tools: new ToolRegistry(builtinTools),
      policy: { autoApprove: run.autoApprove, attended: run.attended },
      random: Math.random,
      retry: run.retry ?? defaultRetryPolicy,
      observe: run.observe,
      environment: describeEnvironment(folder, clock.now()),
      limits: run.limits,
      process: { pid: process.pid, version },
    });
    return new TaskSession({ agent, client, writer, workspace });
  };

  return {
    tasks,
    modes: builtinModes,
    async createTask(run) {
      const mode = requireMode(run.mode);
      const folder = workspaceFolder(run.cwd);
      const client = await clientFor(run);
      ensureWritable(home);
      const writer = await tasks.create(newTaskId(clock.now(), Math.random));
      return assemble({ run, client, mode, folder, writer, history: [] });
    },
    async openTask(taskId, run) {
      const client = await clientFor(run);
      const writer = await tasks.open(taskId);
      try {
        const history = writer.takeHistory();
        const { mode, environment: place } = startOf(history);
        return assemble({ run, client, mode: requireMode(mode), folder: workspaceFolder(place.cwd), writer, history });
      } catch (error) {
        await writer.close();
        throw error;
      }
    },
  };
}

function startOf(history: readonly TaskEvent[]): EventOf<"task.start"> {
  const first = history[0];
  if (first?.type === "task.start") return first;
  throw new RooError({ code: "task_damaged", message: "The task's log does not begin with the task's start." });
}

function requireMode(slug: string): Mode {
  const mode = builtinModes.find((candidate) => candidate.slug === slug);
  if (mode) return mode;
  const known = builtinModes.map((candidate) => candidate.slug).join(", ");
  throw new RooError({
    code: "unknown_mode",
    message: `There is no mode "${slug}".`,
    next: `The modes are: ${known}.`,
  });
}
