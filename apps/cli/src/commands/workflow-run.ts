import { findTask, type Host, type RunOptions } from "@roo-code/host";
import {
  createWorkflow,
  loadPlan,
  openWorkflow,
  type WorkflowOptions,
  type WorkflowSession,
} from "@roo-code/host/workflow";
import type { TaskEvent } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { integer } from "../flags.ts";
import { exitWhenInterrupted, listenForInterrupts } from "../interrupts.ts";
import { workflowOutput } from "../output/workflow-output.ts";
import { openHost } from "../process-context.ts";
import { runFlags, runOptionsOf, settingsOf } from "../run-flags.ts";
import { showNotices, showWarning } from "../show-notices.ts";
import { steadyMemory } from "../steady-memory.ts";
import { tidyHistory } from "../tidy-history.ts";

const { mode: _mode, resume: _resume, image: _image, ...shared } = runFlags;
const flags = { ...shared, concurrency: integer("N", "how many subtasks run at once (default: 4)", 1, 32) };

const runLine = {
  usage: "roo workflow run PLAN [flags]",
  about: "Run a plan: a YAML or JSON file with phases. See docs/workflows.md.",
  flags,
  positionals: { min: 1, max: 1 },
};

const resumeLine = {
  usage: "roo workflow resume TASK [flags]",
  about: "Continue a workflow that was interrupted, stopped or failed, in its own folder.",
  flags,
  positionals: { min: 1, max: 1 },
};

type Flags = NonNullable<ReturnType<typeof parseCommandLine<typeof flags>>>["flags"];

export async function runWorkflowCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(runLine, args);
  if (!parsed) return 0;
  const plan = await loadPlan(parsed.positionals[0] ?? "");
  const host = openHost();
  const cwd = parsed.flags.cwd ?? process.cwd();
  return start(host, parsed.flags, { cwd, history: [], open: (options) => createWorkflow(host, plan, options) });
}

export async function resumeWorkflowCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(resumeLine, args);
  if (!parsed) return 0;
  const host = openHost();
  const task = await findTask(host.tasks, parsed.positionals[0] ?? "");
  const history = await host.tasks.read(task.taskId);
  const cwd = parsed.flags.cwd ?? task.cwd;
  return start(host, parsed.flags, { cwd, history, open: (options) => openWorkflow(host, task.taskId, options) });
}

interface Opening {
  readonly cwd: string;
  readonly history: readonly TaskEvent[];
  readonly open: (options: WorkflowOptions) => Promise<WorkflowSession>;
}

async function start(host: Host, values: Flags, { cwd, history, open }: Opening): Promise<number> {
  const all = { ...values, mode: undefined, resume: undefined, image: [] };
  const configuration = await host.configure(cwd, settingsOf(all));
  const run = runOptionsOf(all, configuration.settings);
  const quiet = values.quiet ?? false;
  const notify = quiet ? () => {} : showNotices;
  notify(configuration.notices);
  const { stdout, stderr } = process;
  const output = workflowOutput({ format: values.output ?? "text", quiet, stdout, stderr, history });
  const listeners: RunOptions["observe"][] = [output.observe, steadyMemory()];
  const { concurrency } = values;
  const stopExiting = exitWhenInterrupted();
  const session = await open({
    ...run,
    configuration,
    notify,
    warn: showWarning,
    concurrency,
    observe: (item, source) => {
      for (const listener of listeners) listener(item, source);
    },
  });
  const ended = new AbortController();
  if (run.attended) listeners.push(await questions(session, ended.signal));
  const interrupts = listenForInterrupts({
    stop: () => {
      ended.abort();
      session.abort();
    },
    kill: () => session.disposeNow(),
  });
  stopExiting();
  const result = await session.run();
  ended.abort();
  interrupts.dispose();
  output.finish(result);
  await tidyHistory(configuration.settings);
  return exitCodeOf(result.status, interrupts.received());
}

/** Asks the questions of its tasks at the terminal. */
async function questions(session: WorkflowSession, signal: AbortSignal): Promise<RunOptions["observe"]> {
  const { promptUser } = await import("../prompt-user.ts");
  const { stdin, stderr } = process;
  const ask = promptUser({
    submit: (op, taskId) => session.submit(op, taskId),
    // Not by a signal: at the end of the input nothing would keep the process alive until it arrives.
    interrupt: () => process.emit("SIGINT", "SIGINT"),
    stdin,
    stderr,
    signal,
  });
  return (item, source) => {
    if (!("live" in item)) ask(item, source);
  };
}
