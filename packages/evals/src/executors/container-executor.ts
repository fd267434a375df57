import { execFile } from "node:child_process";
import { RooError } from "@roo-code/types";
import type { FoundEngine } from "@roo-code/workspace/sandbox";
import { findContainerEngine } from "@roo-code/workspace/sandbox";
import { containerCommand, containerName, isPodman, packJob } from "./container-command.ts";
import type { TrialExecutor, TrialResources } from "./executor.ts";
import { deadlineOf, defaultResources } from "./executor.ts";
import { openLog, RunnerProcess } from "./runner-process.ts";

export interface ContainerExecutorOptions {
  readonly image: string;
  /** API keys are passed from it by name: no value is ever on a command line. */
  readonly environment: NodeJS.ProcessEnv;
  readonly resources?: TrialResources;
  /** More arguments for `docker run` or `podman run`. */
  readonly engineArguments?: readonly string[];
  /** The command to run in the image; its own runner by default. */
  readonly runner?: readonly string[];
}

/** Runs each trial in its own container. Throws `RooError` `no_container_engine`. */
export async function containerExecutor(options: ContainerExecutorOptions): Promise<TrialExecutor> {
  const engine = await findContainerEngine();
  if (engine === undefined) throw noEngine();
  const { image, environment, resources = defaultResources, engineArguments = [] } = options;
  const { runner = ["roo", "evals", "runner"] } = options;
  return {
    name: "container",
    start: (job, observe) => {
      const packed = packJob(job);
      const log = openLog(job);
      const running = new RunnerProcess({
        program: engine.program,
        arguments: containerCommand({ ...packed, engine, image, environment, resources, engineArguments, runner }),
        environment,
        // Engines write files into their working folder.
        folder: job.artifacts,
        job: packed.job,
        observe,
        deadlineMs: deadlineOf(job),
        log: log.write,
        cleanUp: () => removeContainer(containerName(job), { engine, environment }),
      });
      void running.end.finally(log.close);
      return running;
    },
  };
}

/** Killing the engine's client does not end the container. */
function removeContainer(
  name: string,
  { engine, environment }: { readonly engine: FoundEngine; readonly environment: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve) => {
    // Podman would first send SIGTERM and wait ten seconds.
    const withoutWaiting = isPodman(engine) ? ["--time=0"] : [];
    const args = [...engine.options, "rm", "--force", ...withoutWaiting, name];
    execFile(engine.program, args, { env: environment, timeout: 60_000 }, () => resolve());
  });
}

function noEngine(): RooError {
  return new RooError({
    code: "no_container_engine",
    message: "Neither podman nor docker is available on this machine.",
    next: "Install one of them, start its service, or omit --executor.",
  });
}
