import type { RunOptions } from "@roo-code/host";
import { limitsOf, type RunInput } from "@roo-code/host/tasks";
import { type ProviderSettings, reasoningEfforts, type Settings, sandboxChoices } from "@roo-code/types";
import type { Parsed } from "./command-line.ts";
import { autoApprove, choice, integer, positiveNumber, text, texts, toggle } from "./flags.ts";
import { isAttended, outputFormats } from "./output/run-output.ts";

/** Options of a task. */
export const taskFlags = {
  cwd: text("DIR", "the folder to work in (default: here)"),
  mode: text("SLUG", "code, architect, ask, debug, orchestrator, or a custom mode (default: code)"),
  profile: text("NAME", "the provider profile to use (roo profiles list)"),
  provider: text("ID", "the provider of the model"),
  model: text("ID", "the model"),
  "base-url": text("URL", "the base URL of a compatible or local provider"),
  "api-key": text("KEY", "the API key; better set in the provider's environment variable"),
  "reasoning-effort": choice(reasoningEfforts, "how much the model reasons before it answers"),
  "auto-approve": autoApprove,
  sandbox: choice(sandboxChoices, "the sandbox for commands (default: auto)"),
  "max-turns": integer("N", "stop after this many turns"),
  "max-cost": positiveNumber("USD", "stop at this cost"),
  "max-tokens": integer("N", "stop after this many tokens"),
  timeout: positiveNumber("SECONDS", "stop after this time"),
  replay: text("FILE", "play a recorded or scripted conversation instead of using a model"),
};

/** Options of all commands that run an agent. */
export const runFlags = {
  ...taskFlags,
  output: choice(outputFormats, "output format (default: text)"),
  resume: text("TASK_ID", "continue a task, with or without a prompt"),
  ipc: text("PATH", "serve this task to other programs on a socket (see roo attach)"),
  image: texts("FILE", "attach an image; may be given several times"),
  quiet: toggle("no progress on standard error"),
};

type TaskFlags = Parsed<typeof taskFlags>["flags"];
export type RunFlags = Parsed<typeof runFlags>["flags"];

/** The command line as the strongest layer of the settings. */
export function settingsOf(flags: TaskFlags): Settings {
  const approved = flags["auto-approve"];
  return withoutUndefined({
    mode: flags.mode,
    profile: flags.profile,
    autoApprove: approved && [...approved],
    sandbox: flags.sandbox,
    maxTurns: flags["max-turns"],
    maxCost: flags["max-cost"],
    maxTokens: flags["max-tokens"],
    timeout: flags.timeout,
  });
}

/** The command line as input of a run. */
export function runInputOf(flags: RunFlags): RunInput {
  return {
    settings: settingsOf(flags),
    provider: providerOf(flags),
    attended: isAttended(flags.output ?? "text"),
  };
}

/** The options of a workflow's tasks, except how they are shown. */
export function runOptionsOf(flags: RunFlags, settings: Settings): Omit<RunOptions, "observe"> {
  return {
    provider: providerOf(flags),
    limits: limitsOf(settings),
    autoApprove: new Set(settings.autoApprove),
    attended: isAttended(flags.output ?? "text"),
  };
}

/** Only what the command line sets; the provider finds the rest itself. */
export function providerOf(flags: TaskFlags): Partial<ProviderSettings> {
  if (flags.replay !== undefined) return { apiProvider: "replay", replayFile: flags.replay };
  return withoutUndefined({
    apiProvider: flags.provider,
    apiModelId: flags.model,
    apiBaseUrl: flags["base-url"],
    apiKey: flags["api-key"],
    reasoningEffort: flags["reasoning-effort"],
  });
}

export function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  // Leaving keys out of an object is what Partial says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Partial<Value>;
}
