import { resolve } from "node:path";
import { type EvalModelContext, evalKeyFor, withEvalModel } from "@roo-code/host/evals";
import type { EvalRunRequest } from "@roo-code/types";
import { openHost } from "../process-context.ts";
import type { EvalRunFlags } from "./run-flags.ts";

/** The request with the model that the flags and this machine's profiles come to. */
export function withModel(
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
  return withEvalModel({ ...request, settings: { ...settings, ...request.settings } }, here());
}

export function keyFor(request: EvalRunRequest): Promise<string | undefined> {
  return evalKeyFor(request, here());
}

function here(): EvalModelContext {
  return { host: openHost(), environment: process.env, folder: process.cwd() };
}
