import { chooseProvider, type RunOptions } from "@roo-code/host";
import type { ApprovalKind, Limits, ProviderSettings } from "@roo-code/types";
import type { Command } from "commander";
import { parseAutoApprove } from "./auto-approve.ts";
import { oneOf, positiveNumber, wholeNumber } from "./command-parser.ts";
import { type OutputFormat, outputFormats } from "./output/run-output.ts";
import { isAttended } from "./run-output-for.ts";

export interface RunFlags {
  provider?: string;
  model?: string;
  baseUrl?: string;
  apiKey?: string;
  replay?: string;
  autoApprove: ReadonlySet<ApprovalKind>;
  maxTurns?: number;
  maxCost?: number;
  maxTokens?: number;
  timeout?: number;
  output: OutputFormat;
  quiet?: boolean;
}

/** Flags shared by everything that runs an agent. */
export function addRunFlags(command: Command): Command {
  return command
    .option("--provider <id>", "whose model to use")
    .option("--model <id>", "which model")
    .option("--base-url <url>", "the provider's address, for a compatible or local one")
    .option("--api-key <key>", "the key; better set in the provider's environment variable")
    .option(
      "--auto-approve <list>",
      "allow in advance: read, edit, command, browser, mcp, mode, subtask, followup, protected, destructive, or all (but the last two)",
      parseAutoApprove,
      new Set<ApprovalKind>(),
    )
    .option("--max-turns <n>", "stop after so many replies of the model", wholeNumber)
    .option("--max-cost <usd>", "stop when this much has been spent", positiveNumber)
    .option("--max-tokens <n>", "stop when so many tokens have been used", wholeNumber)
    .option("--timeout <seconds>", "stop after so many seconds", positiveNumber)
    .option(
      "--output <format>",
      `what goes to standard output: ${outputFormats.join(", ")}`,
      oneOf(outputFormats),
      "text",
    )
    .option("--replay <file>", "play a recorded or scripted conversation instead of asking a model")
    .option("--quiet", "no progress on standard error");
}

function limitsOf(flags: RunFlags): Limits {
  return {
    ...(flags.maxTurns !== undefined && { turns: flags.maxTurns }),
    ...(flags.maxCost !== undefined && { costUsd: flags.maxCost }),
    ...(flags.maxTokens !== undefined && { tokens: flags.maxTokens }),
    ...(flags.timeout !== undefined && { seconds: flags.timeout }),
  };
}

/** Only what was said on the command line; the rest is found by the provider itself. */
function providerFlags(flags: RunFlags): Partial<ProviderSettings> {
  if (flags.replay !== undefined) return { apiProvider: "replay", replayFile: flags.replay };
  return {
    ...(flags.provider !== undefined && { apiProvider: flags.provider }),
    ...(flags.model !== undefined && { apiModelId: flags.model }),
    ...(flags.baseUrl !== undefined && { apiBaseUrl: flags.baseUrl }),
    ...(flags.apiKey !== undefined && { apiKey: flags.apiKey }),
  };
}

/** Everything a run needs but the place it is shown in. */
export function runOptionsOf(flags: RunFlags): Omit<RunOptions, "observe"> {
  return {
    provider: chooseProvider(providerFlags(flags), process.env),
    limits: limitsOf(flags),
    autoApprove: flags.autoApprove,
    attended: isAttended(flags.output),
  };
}
