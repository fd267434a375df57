import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { ScriptedClient, type ScriptedStep } from "@roo-code/testkit/scripted-client";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type {
  ApprovalKind,
  Capabilities,
  Environment,
  EventDraft,
  Hooks,
  Limits,
  LiveDelta,
  Mode,
  RunResult,
  Subtasks,
  TaskEvent,
  TaskId,
} from "@roo-code/types";
import {
  Agent,
  type AgentParent,
  builtinModes,
  type RetryPolicy,
  TaskCapabilities,
  TaskRecord,
  type TaskSnapshots,
  ToolRegistry,
} from "../src/index.ts";
import { fakeTools, type ToolTrace } from "./fake-tools.ts";

const environment: Environment = { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" };
const taskId = "task-0001" as TaskId;

export interface Scenario {
  readonly replies: readonly ScriptedStep[];
  readonly files?: Record<string, string>;
  readonly autoApprove?: readonly ApprovalKind[];
  readonly attended?: boolean;
  readonly limits?: Limits;
  readonly mode?: string;
  readonly retry?: Partial<RetryPolicy>;
  /** Sent before the run; undefined resumes without a message. */
  readonly prompt?: string;
  readonly clock?: FakeClock;
  /** Events already in the log, as left by a process that died. */
  readonly past?: readonly EventDraft[];
  readonly subtasks?: Subtasks;
  readonly parent?: AgentParent;
  readonly snapshots?: TaskSnapshots;
  readonly hooks?: Hooks;
  /** In addition to the built-in ones; the last one with a slug wins. */
  readonly modes?: readonly Mode[];
  readonly ceiling?: Capabilities;
  readonly enforcesCommands?: boolean;
}

export interface Stage extends AsyncDisposable {
  readonly agent: Agent;
  readonly client: ScriptedClient;
  readonly clock: FakeClock;
  readonly trace: ToolTrace;
  readonly seen: (TaskEvent | LiveDelta)[];
  /** Runs the scenario's prompt to an outcome. */
  run(): Promise<RunResult>;
  events(): Promise<TaskEvent[]>;
  fileText(path: string): Promise<string>;
  /** Another agent on the same log and folder, as after a crash: unrecorded state is lost. */
  restart(scenario: Scenario): Promise<Stage>;
}

export async function stage(scenario: Scenario): Promise<Stage> {
  const folder = createTempWorkspace(scenario.files);
  const clock = scenario.clock ?? new FakeClock();
  const log = new MemoryEventLog(clock);
  const trace: ToolTrace = { done: [], crashes: 0 };
  if (!scenario.past)
    return build({ scenario: { prompt: "do it", ...scenario }, folder, clock, log, trace, isNew: true });
  const writer = await log.create(taskId);
  await writer.append([{ type: "task.start", taskId, mode: "code", environment, format: 1 }, ...scenario.past]).durable;
  await writer.close();
  return build({ scenario, folder, clock, log, trace, isNew: false });
}

type Folder = TempWorkspace;

async function build(parts: {
  scenario: Scenario;
  folder: Folder;
  clock: FakeClock;
  log: MemoryEventLog;
  trace: ToolTrace;
  isNew: boolean;
}): Promise<Stage> {
  const { scenario, folder, clock, log, trace, isNew } = parts;
  const client = new ScriptedClient(scenario.replies);
  const writer = isNew ? await log.create(taskId) : await log.open(taskId);
  const seen: (TaskEvent | LiveDelta)[] = [];
  const modes = [...builtinModes, ...(scenario.modes ?? [])];
  const mode = modes.findLast(({ slug }) => slug === (scenario.mode ?? "code"));
  if (!mode) throw new Error(`no mode ${scenario.mode}`);
  const history = writer.takeHistory();
  const record = new TaskRecord(writer, history);
  const agent = new Agent({
    client,
    record,
    history,
    capabilities: new TaskCapabilities({
      record,
      history,
      mode,
      modes,
      ceilings: [scenario.parent?.ceiling, scenario.ceiling],
      enforcesCommands: scenario.enforcesCommands ?? false,
    }),
    workspace: folder.workspace,
    clock,
    environment,
    modes: { modes, instructions: (slug) => `rules of ${slug}` },
    subtasks: scenario.subtasks,
    parent: scenario.parent,
    snapshots: scenario.snapshots,
    hooks: scenario.hooks,
    tools: new ToolRegistry(fakeTools(trace)),
    policy: { autoApprove: new Set(scenario.autoApprove ?? ["edit", "command"]), attended: scenario.attended ?? false },
    random: () => 0.5,
    retry: {
      attempts: 3,
      firstDelayMs: 100,
      maxDelayMs: 1000,
      maxRequestedDelayMs: 1000,
      networkForMs: 3_600_000,
      ...scenario.retry,
    },
    observe: (item) => seen.push(item),
    limits: scenario.limits ?? {},
    process: { pid: 1, version: "test" },
  });
  return {
    agent,
    client,
    clock,
    trace,
    seen,
    async run() {
      if (scenario.prompt !== undefined)
        await agent.submit({ type: "message.send", opId: `op-${scenario.prompt}`, text: scenario.prompt });
      return agent.run();
    },
    events: () => log.read(taskId),
    fileText: (path) => Promise.resolve(folder.readText(path)),
    async restart(next) {
      await writer.close();
      return build({ ...parts, scenario: next, isNew: false });
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
