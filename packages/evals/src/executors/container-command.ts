import { existsSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import type { FoundEngine } from "@roo-code/workspace/sandbox";
import { limitArguments } from "@roo-code/workspace/sandbox";
import type { RunnerJob } from "../runner/runner-protocol.ts";
import type { TrialResources } from "./executor.ts";
import { maxProcesses } from "./executor.ts";

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

export function containerName({ mark }: Pick<RunnerJob, "mark">): string {
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
