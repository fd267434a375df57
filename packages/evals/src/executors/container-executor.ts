import { execFile } from "node:child_process";
import { RooError } from "@roo-code/types";
import { type FoundEngine, findContainerEngine } from "@roo-code/workspace/sandbox";
import { containerCommand, containerName, isPodman } from "./container-command.ts";
import { packOrder } from "./container-order.ts";
import type { TrialExecutor } from "./executor.ts";
import { deadlineOf, type TrialResources, usualResources } from "./runner-limits.ts";
import { openLog } from "./runner-log.ts";
import { RunnerProcess } from "./runner-process.ts";

export interface ContainerExecutorOptions {
  readonly image: string;
  /** Keys of models are taken from it, by name: no value is ever on a command line. */
  readonly environment: NodeJS.ProcessEnv;
  readonly resources?: TrialResources;
  /** More words for `docker run` or `podman run`. */
  readonly engineArguments?: readonly string[];
  /** What runs in the image; its own runner unless given. */
  readonly runner?: readonly string[];
}

/** Each trial in a container of its own. Throws `RooError` `no_container_engine`. */
export async function containerExecutor(options: ContainerExecutorOptions): Promise<TrialExecutor> {
  const engine = await findContainerEngine();
  if (engine === undefined) throw noEngine();
  const { image, environment, resources = usualResources, engineArguments = [] } = options;
  const { runner = ["roo", "evals", "runner"] } = options;
  return {
    name: "container",
    start: (order, observe) => {
      const packed = packOrder(order);
      const log = openLog(order);
      const running = new RunnerProcess({
        program: engine.program,
        arguments: containerCommand({ ...packed, engine, image, environment, resources, engineArguments, runner }),
        environment,
        // Engines leave files where they are started.
        folder: order.artifacts,
        order: packed.order,
        observe,
        deadlineMs: deadlineOf(order),
        log: log.write,
        cleanUp: () => removeContainer(containerName(order), { engine, environment }),
      });
      void running.end.finally(log.close);
      return running;
    },
  };
}

/** Whoever kills an engine's client does not reach what runs in it. */
function removeContainer(
  name: string,
  { engine, environment }: { readonly engine: FoundEngine; readonly environment: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve) => {
    // Podman would first ask politely, for ten seconds.
    const atOnce = isPodman(engine) ? ["--time=0"] : [];
    const words = [...engine.options, "rm", "--force", ...atOnce, name];
    execFile(engine.program, words, { env: environment, timeout: 60_000 }, () => resolve());
  });
}

function noEngine(): RooError {
  return new RooError({
    code: "no_container_engine",
    message: "Neither podman nor docker answers on this machine.",
    next: "Install one of them, start its service, or leave --executor out.",
  });
}
