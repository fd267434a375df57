import { resolve } from "node:path";
import type { TrialExecutor } from "@roo-code/evals/control";
import { type EvalModelContext, evalKeyFor, withEvalModel } from "@roo-code/host/evals";
import type { EvalRunRequest } from "@roo-code/types";
import type { Parsed } from "../command-line.ts";
import { choice, integer, numberBetween, text, toggle } from "../flags.ts";
import { openHost } from "../process-context.ts";
import type { EvalRunFlags } from "./run-flags.ts";

/** How trials run on this machine. */
export const controlFlags = {
  concurrency: integer("N", "how many trials at a time (default: 2)", 1, 25),
  executor: choice(["process", "container"], "where each trial runs (default: process)"),
  image: text("NAME", "the container image (default: roo-evals-runner)"),
  memory: numberBetween("GB", "memory limit per trial (default: 3)", 0.25, 1024),
  cpus: numberBetween("N", "CPU limit per trial (default: 2)", 0.1, 1024),
  quiet: toggle("no progress on standard error"),
  output: choice(["text", "json"], "text or json (default: text)"),
};

export type ControlFlags = Parsed<typeof controlFlags>["flags"];

const defaultImage = "roo-evals-runner";

export async function openExecutor(request: EvalRunRequest, flags: ControlFlags): Promise<TrialExecutor> {
  const { keyVariable } = await import("@roo-code/evals");
  const key = await keyFor(request);
  const environment = { ...process.env, ...(key !== undefined && { [keyVariable]: key }) };
  const resources = { memoryBytes: (flags.memory ?? 3) * 1024 ** 3, cpus: flags.cpus ?? 2 };
  const { containerExecutor, processExecutor } = await import("@roo-code/evals/control");
  if (flags.executor === "container")
    return containerExecutor({ image: flags.image ?? defaultImage, environment, resources });
  return processExecutor({ runner: [...ownCommand(), "evals", "runner"], environment, resources });
}

/** The command line that starts this program. */
export function ownCommand(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
}

/** Adds the model from the flags and this machine's profiles. */
export function addModel(
  request: EvalRunRequest,
  flags: EvalRunFlags,
): Promise<{ readonly request: EvalRunRequest; readonly model: string }> {
  const settings = {
    ...(flags.profile !== undefined && { profile: flags.profile }),
    ...(flags.provider !== undefined && { apiProvider: flags.provider }),
    ...(flags.model !== undefined && { apiModelId: flags.model }),
    ...(flags["base-url"] !== undefined && { apiBaseUrl: flags["base-url"] }),
    ...(flags.replay !== undefined && { apiProvider: "replay", replayFile: resolve(flags.replay) }),
  };
  return withEvalModel({ ...request, settings: { ...settings, ...request.settings } }, modelContext());
}

function keyFor(request: EvalRunRequest): Promise<string | undefined> {
  return evalKeyFor(request, modelContext());
}

function modelContext(): EvalModelContext {
  return { host: openHost(), environment: process.env, folder: process.cwd() };
}
