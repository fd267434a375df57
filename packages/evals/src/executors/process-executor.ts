import { ControlGroups, limitsWith } from "@roo-code/workspace/sandbox";
import type { TrialExecutor } from "./executor.ts";
import { deadlineOf, mostProcesses, type TrialResources, usualResources } from "./runner-limits.ts";
import { openLog } from "./runner-log.ts";
import { RunnerProcess } from "./runner-process.ts";

export interface ProcessExecutorOptions {
  /** The runner's command line: program, then arguments. */
  readonly runner: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly resources?: TrialResources;
}

/** Each trial in a process of its own, held together with all that it starts. */
export function processExecutor(options: ProcessExecutorOptions): TrialExecutor {
  const { runner, environment, resources = usualResources } = options;
  return {
    name: "process",
    start: (order, observe) => {
      const groups = new ControlGroups(limitsWith({ ...resources, processes: mostProcesses }));
      const log = openLog(order);
      const running = new RunnerProcess({
        ...inGroups(groups.files(), runner),
        environment: withoutOurs(environment),
        order,
        observe,
        deadlineMs: deadlineOf(order),
        log: log.write,
        explainDeath: () => (groups.memoryKills() > 0 ? "it took more memory than a trial may" : undefined),
      });
      void running.end.finally(() => {
        groups.dispose();
        log.close();
      });
      return running;
    },
  };
}

/** Joins the groups, where there are any, and becomes the runner. */
const join = `groups=$1; shift
while [ "$groups" -gt 0 ]; do echo 0 > "$1"; shift; groups=$((groups - 1)); done
exec "$@"`;

function inGroups(files: readonly string[], runner: readonly string[]) {
  const [program = "", ...args] = runner;
  if (files.length === 0) return { program, arguments: args };
  return { program: "/bin/sh", arguments: ["-c", join, "roo-trial", String(files.length), ...files, ...runner] };
}

/** Where results go is no business of who is tried. */
function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(DATABASE|REDIS)_URL$/.test(name)));
}
