import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { RooError } from "@roo-code/types";
import type { FoundEngine } from "@roo-code/workspace/sandbox";
import { findContainerEngine, limitArguments } from "@roo-code/workspace/sandbox";
import type { RunnerJob } from "../runner/runner-protocol.ts";
import type { TrialExecutor, TrialResources } from "./executor.ts";
import { deadlineOf, defaultResources, maxProcesses } from "./executor.ts";
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

interface PackedJob {
  /** With paths inside the container. */
  readonly job: RunnerJob;
  readonly mounts: readonly ContainerMount[];
}

interface ContainerMount {
  readonly source: string;
  readonly target: string;
  readonly isWritable: boolean;
}

/** Mounts the files that a job names: the suite, scripts, and the folder for artifacts. */
export function packJob(job: RunnerJob): PackedJob {
  const artifacts = { source: job.artifacts, target: "/artifacts", isWritable: true };
  const mounts: ContainerMount[] = [artifacts];
  const mount = (path: string): string => {
    if (!existsSync(path)) return path;
    const source = realpathSync(path);
    const target = `/mounted/${mounts.length}/${basename(source)}`;
    mounts.push({ source, target, isWritable: false });
    return target;
  };
  const script = /^scripted:\s*(.+)$/s.exec(job.agent)?.[1];
  const { replayFile } = job.settings;
  return {
    job: {
      ...job,
      suite: /[/\\]/.test(job.suite) ? mount(job.suite) : job.suite,
      agent: script === undefined ? job.agent : `scripted:${mount(script.trim())}`,
      settings: typeof replayFile === "string" ? { ...job.settings, replayFile: mount(replayFile) } : job.settings,
      artifacts: artifacts.target,
    },
    mounts,
  };
}

interface ContainerRequest extends PackedJob {
  readonly engine: FoundEngine;
  readonly image: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly resources: TrialResources;
  readonly engineArguments: readonly string[];
  readonly runner: readonly string[];
}

/** API keys, base URLs and proxies: what an agent needs from this machine's environment. */
const passedVariables =
  /^(ROO_EVALS_API_KEY|ROO_JAVA_LIBRARIES|\w+_API_KEY|\w+_BASE_URL|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|REGION)|(HTTPS?|NO)_PROXY)$/i;

/** The arguments of `docker` or `podman` for one trial. */
export function containerCommand(request: ContainerRequest): readonly string[] {
  const { engine, image, job, mounts, environment, resources, engineArguments, runner } = request;
  const names = Object.keys(environment).filter((name) => passedVariables.test(name));
  return [
    ...engine.options,
    "run",
    "--rm",
    "--interactive",
    `--name=${containerName(job)}`,
    `--memory=${Math.round(resources.memoryBytes)}`,
    `--cpus=${resources.cpus}`,
    `--pids-limit=${maxProcesses}`,
    ...limitArguments(),
    // Only the name: the engine takes the value from its own environment, so no process list shows it.
    ...names.flatMap((name) => ["--env", name]),
    ...mounts.map(({ source, target, isWritable }) => `--volume=${source}:${target}${isWritable ? "" : ":ro"}`),
    ...sandboxOptions(engine),
    ...engineArguments,
    image,
    ...runner,
  ];
}

function containerName({ mark }: Pick<RunnerJob, "mark">): string {
  return `roo-trial-${mark}`;
}

export function isPodman({ program }: FoundEngine): boolean {
  return basename(program).startsWith("podman");
}

/**
 * The agent's commands and the tests run in sandboxes inside the container, which hide tests from the former and answers
 * from the latter. Engines forbid sandboxes by default.
 */
function sandboxOptions(engine: FoundEngine): readonly string[] {
  const masks = isPodman(engine) ? ["unmask=ALL", "label=disable"] : ["systempaths=unconfined", "apparmor=unconfined"];
  return ["seccomp=unconfined", ...masks].map((option) => `--security-opt=${option}`);
}
