import type { RunOptions } from "@roo-code/host";
import { limitsOf, type RunInput } from "@roo-code/host/tasks";
import { type ProviderSettings, reasoningEfforts, type Settings, sandboxChoices } from "@roo-code/types";
import { autoApprove } from "./auto-approve.ts";
import type { Parsed } from "./command-line.ts";
import { choice, integer, positiveNumber, text, texts, toggle } from "./flags.ts";
import { isAttended, outputFormats } from "./output/run-output.ts";

/** What a command line can say of how tasks are worked on. */
export const taskFlags = {
  cwd: text("DIR", "the folder to work in (default: here)"),
  mode: text("SLUG", "code, architect, ask, debug, orchestrator, or one of your own (default: code)"),
  profile: text("NAME", "the provider profile to use (roo profiles list)"),
  provider: text("ID", "whose model to use"),
  model: text("ID", "which model"),
  "base-url": text("URL", "the provider's address, for a compatible or local one"),
  "api-key": text("KEY", "the key; better set in the provider's environment variable"),
  "reasoning-effort": choice(reasoningEfforts, "how much the model thinks before it answers"),
  "auto-approve": autoApprove,
  sandbox: choice(sandboxChoices, "how commands are confined (default: auto)"),
  "max-turns": integer("N", "stop after so many replies of the model"),
  "max-cost": positiveNumber("USD", "stop when this much has been spent"),
  "max-tokens": integer("N", "stop when so many tokens have been used"),
  timeout: positiveNumber("SECONDS", "stop after so many seconds"),
  replay: text("FILE", "play a recorded or scripted conversation instead of asking a model"),
};

/** Flags of everything that runs an agent. */
export const runFlags = {
  ...taskFlags,
  output: choice(outputFormats, "what goes to standard output (default: text)"),
  resume: text("TASK_ID", "go on with an earlier task, with or without a prompt"),
  ipc: text("PATH", "serve this task to other programs on a socket (roo attach PATH follows it)"),
  image: texts("FILE", "show the model a picture; may be given several times"),
  quiet: toggle("no progress on standard error"),
};

type TaskFlags = Parsed<typeof taskFlags>["flags"];
export type RunFlags = Parsed<typeof runFlags>["flags"];

/** What the command line sets, as the strongest layer of the settings. */
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

/** What the command line says of a run. */
export function runInputOf(flags: RunFlags): RunInput {
  return {
    settings: settingsOf(flags),
    provider: providerOf(flags),
    attended: isAttended(flags.output ?? "text"),
  };
}

/** Everything a workflow's tasks need but the place they are shown in. */
export function runOptionsOf(flags: RunFlags, settings: Settings): Omit<RunOptions, "observe"> {
  return {
    provider: providerOf(flags),
    limits: limitsOf(settings),
    autoApprove: new Set(settings.autoApprove),
    attended: isAttended(flags.output ?? "text"),
  };
}

/** Only what was said on the command line; the rest is found by the provider itself. */
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

function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  // Leaving keys out of an object is what Partial says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Partial<Value>;
}
