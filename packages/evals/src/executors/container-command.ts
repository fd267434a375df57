import { basename } from "node:path";
import { type FoundEngine, limitArguments } from "@roo-code/workspace/sandbox";
import type { RunnerOrder } from "../runner/runner-order.ts";
import type { PackedOrder } from "./container-order.ts";
import { mostProcesses, type TrialResources } from "./runner-limits.ts";

export interface ContainerRequest extends PackedOrder {
  readonly engine: FoundEngine;
  readonly image: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly resources: TrialResources;
  readonly engineArguments: readonly string[];
  readonly runner: readonly string[];
}

/** Keys of models and ways to them: what an agent needs of this machine's environment. */
const passedOn =
  /^(ROO_EVALS_API_KEY|ROO_JAVA_LIBRARIES|\w+_API_KEY|\w+_BASE_URL|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|REGION)|(HTTPS?|NO)_PROXY)$/i;

/** The words after `docker` or `podman` that run one trial. */
export function containerCommand(request: ContainerRequest): readonly string[] {
  const { engine, image, order, mounts, environment, resources, engineArguments, runner } = request;
  const names = Object.keys(environment).filter((name) => passedOn.test(name));
  return [
    ...engine.options,
    "run",
    "--rm",
    "--interactive",
    `--name=${containerName(order)}`,
    `--memory=${Math.round(resources.memoryBytes)}`,
    `--cpus=${resources.cpus}`,
    `--pids-limit=${mostProcesses}`,
    ...limitArguments(),
    // Only the name: the engine takes the value from its own environment, where no list of processes shows it.
    ...names.flatMap((name) => ["--env", name]),
    ...mounts.map(({ source, target, isWritable }) => `--volume=${source}:${target}${isWritable ? "" : ":ro"}`),
    ...sandboxOptions(engine),
    ...engineArguments,
    image,
    ...runner,
  ];
}

export function containerName({ mark }: Pick<RunnerOrder, "mark">): string {
  return `roo-trial-${mark}`;
}

export function isPodman({ program }: FoundEngine): boolean {
  return basename(program).startsWith("podman");
}

/**
 * Within the container the agent's commands and the tests have sandboxes of their own, which hide tests from the one and
 * answers from the other: engines forbid them by default.
 */
function sandboxOptions(engine: FoundEngine): readonly string[] {
  const masks = isPodman(engine) ? ["unmask=ALL", "label=disable"] : ["systempaths=unconfined", "apparmor=unconfined"];
  return ["seccomp=unconfined", ...masks].map((option) => `--security-opt=${option}`);
}
