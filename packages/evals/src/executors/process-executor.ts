import { ControlGroups, limitsWith } from "@roo-code/workspace/sandbox";
import type { TrialExecutor, TrialResources } from "./executor.ts";
import { deadlineOf, defaultResources, maxProcesses } from "./executor.ts";
import { openLog, RunnerProcess } from "./runner-process.ts";

export interface ProcessExecutorOptions {
  /** The runner's command line: program, then arguments. */
  readonly runner: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly resources?: TrialResources;
}

/** Runs each trial in its own process, in a control group with everything it starts. */
export function processExecutor(options: ProcessExecutorOptions): TrialExecutor {
  const { runner, environment, resources = defaultResources } = options;
  return {
    name: "process",
    start: (job, observe) => {
      const groups = new ControlGroups(limitsWith({ ...resources, processes: maxProcesses }));
      const log = openLog(job);
      const running = new RunnerProcess({
        ...inGroups(groups.files(), runner),
        environment: withoutDatabases(environment),
        job,
        observe,
        deadlineMs: deadlineOf(job),
        log: log.write,
        explainExit: () => (groups.memoryKills() > 0 ? "it exceeded the memory limit of a trial" : undefined),
      });
      void running.end.finally(() => {
        groups.dispose();
        log.close();
      });
      return running;
    },
  };
}

/** Joins the control groups, if any, and becomes the runner. */
const joinGroups = `groups=$1; shift
while [ "$groups" -gt 0 ]; do echo 0 > "$1"; shift; groups=$((groups - 1)); done
exec "$@"`;

function inGroups(files: readonly string[], runner: readonly string[]) {
  const [program = "", ...args] = runner;
  if (files.length === 0) return { program, arguments: args };
  return { program: "/bin/sh", arguments: ["-c", joinGroups, "roo-trial", String(files.length), ...files, ...runner] };
}

/** Results are hidden from the tested agent. */
function withoutDatabases(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(DATABASE|REDIS)_URL$/.test(name)));
}
