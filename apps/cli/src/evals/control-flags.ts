import type { TrialExecutor } from "@roo-code/evals/control";
import type { EvalRunRequest } from "@roo-code/types";
import type { Parsed } from "../command-line.ts";
import { choice, integer, numberBetween, text, toggle } from "../flags.ts";
import { keyFor } from "./agent-model.ts";
import { ownCommand } from "./own-command.ts";

/** How trials are carried out on this machine. */
export const controlFlags = {
  concurrency: integer("N", "how many trials at a time, on this machine (default: 2)", 1, 25),
  executor: choice(["process", "container"], "where each trial runs (default: process)"),
  image: text("NAME", "the image of --executor container (default: roo-evals-runner)"),
  memory: numberBetween("GB", "memory of each trial (default: 3)", 0.25, 1024),
  cpus: numberBetween("N", "processors of each trial (default: 2)", 0.1, 1024),
  quiet: toggle("no progress on standard error"),
  output: choice(["text", "json"], "text or json (default: text)"),
};

export type ControlFlags = Parsed<typeof controlFlags>["flags"];

const usualImage = "roo-evals-runner";

export async function openExecutor(request: EvalRunRequest, flags: ControlFlags): Promise<TrialExecutor> {
  const { keyVariable } = await import("@roo-code/evals");
  const key = await keyFor(request);
  const environment = { ...process.env, ...(key !== undefined && { [keyVariable]: key }) };
  const resources = { memoryBytes: (flags.memory ?? 3) * 1024 ** 3, cpus: flags.cpus ?? 2 };
  const { containerExecutor, processExecutor } = await import("@roo-code/evals/control");
  if (flags.executor === "container")
    return containerExecutor({ image: flags.image ?? usualImage, environment, resources });
  return processExecutor({ runner: [...ownCommand(), "evals", "runner"], environment, resources });
}
