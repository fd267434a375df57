import { type Configuration, createRuleKeeper, type Host, type RunOptions, type TaskSession } from "@roo-code/host";
import type { IpcDoor } from "@roo-code/host/ipc";
import { type ForegroundInput, newOpId, Tasks } from "@roo-code/host/tasks";
import { exitCodeOf } from "./exit-codes.ts";
import { exitWhenInterrupted, listenForInterrupts } from "./interrupts.ts";
import type { RunOutput } from "./output/run-output.ts";
import { processContext } from "./process-context.ts";
import { showNotices, showWarning } from "./show-notices.ts";
import { steadyMemory } from "./steady-memory.ts";
import { visibleText } from "./terminal-text.ts";

interface RunSessionOptions {
  readonly host: Host;
  readonly input: ForegroundInput;
  readonly output: RunOutput;
  readonly quiet?: boolean;
  readonly relay?: RunOptions["relay"];
  /** Before the task is opened. Returns the door through which other programs follow it, if there is one. */
  readonly onConfigured?: (configuration: Configuration, tasks: Tasks) => Promise<IpcDoor | undefined>;
}

/** Runs a task in the foreground, shows it, asks the person at the terminal, and returns the exit code. */
export async function runSession({ host, input, output, ...options }: RunSessionOptions): Promise<number> {
  const { quiet = false, relay } = options;
  const tasks = new Tasks({
    ...processContext(),
    host,
    keepsModel: true,
    relay,
    warn: showWarning,
    notify: (notices) => {
      if (!quiet) showNotices(notices);
    },
    onMessageNotice: (notice) => process.stderr.write(`roo: ${visibleText(notice)}\n`),
    onBroken: (_, error) => process.stderr.write(`roo: ${visibleText(String(error))}\n`),
  });
  tasks.pool.observe((item, source) => output.observe(item, source));
  tasks.pool.observe(steadyMemory());
  const stopExiting = exitWhenInterrupted();
  const ended = new AbortController();
  const opened: { door?: IpcDoor | undefined; interrupts?: ReturnType<typeof listenForInterrupts> } = {};
  const result = await tasks.run(input, {
    signal: ended.signal,
    onConfigured: async (configuration) => {
      if (!quiet) showNotices(configuration.notices);
      opened.door = await options.onConfigured?.(configuration, tasks);
    },
    onOpen: async (session) => {
      await opened.door?.adopt(session);
      if (input.attended) await askAtTerminal(session, tasks, ended.signal);
      opened.interrupts = listenForInterrupts({
        stop: () => {
          ended.abort();
          // A disk that refuses this refuses the run's end as well, and the run reports it.
          session.submit({ type: "run.abort", opId: newOpId() }).catch(() => {});
        },
        kill: () => session.disposeNow(),
      });
      stopExiting();
    },
  });
  ended.abort();
  opened.interrupts?.dispose();
  output.finish(result);
  return exitCodeOf(result.status, opened.interrupts?.received());
}

async function askAtTerminal(session: TaskSession, { pool }: Tasks, signal: AbortSignal): Promise<void> {
  const { AttachedQuestions } = await import("./attach/attached-questions.ts");
  const root = pool.folderOf(session.taskId);
  const questions = new AttachedQuestions({
    submit: (op, taskId) => session.submit(op, taskId),
    // Not by a signal: with the input at its end nothing would keep the process until it arrives.
    interrupt: () => process.emit("SIGINT", "SIGINT"),
    stdin: process.stdin,
    stderr: process.stderr,
    rules: root !== undefined ? createRuleKeeper({ ...processContext(), root }) : undefined,
  });
  questions.begin();
  signal.addEventListener("abort", () => questions.stop());
  pool.observe((item, source) => {
    if (!("live" in item)) questions.observe(item, source);
  });
}
