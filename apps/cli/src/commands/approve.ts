import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type CommandExplanation, explainCommand, shellAt } from "@roo-code/host";
import { parseCommandLine } from "../command-line.ts";
import { autoApprove, choice, text } from "../flags.ts";
import { describeExplanation } from "../output/describe-explanation.ts";
import { openHost, processContext } from "../process-context.ts";
import { print, withSubcommands } from "../subcommands.ts";

export const approve = withSubcommands({
  name: "approve",
  help: `roo approve explain "<command>"

  explain "<command>" [--cwd DIR] [--auto-approve LIST] [--output json]
      explain how the command is parsed, and which rule decides

The command is not run. Rules are in the setting "approvals": docs/approvals.md`,
  commands: { explain },
});

async function explain(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: 'roo approve explain "<command>"',
      about: "Explain how a command is parsed, and which approval rule decides. The command is not run.",
      flags: {
        cwd: text("DIR", "the folder it would run in (default: here)"),
        "auto-approve": autoApprove,
        output: choice(["text", "json"], "text or json (default: text)"),
      },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const [command = ""] = parsed.positionals;
  const folder = realpathSync(resolve(parsed.flags.cwd ?? "."));
  const explanation = await explainIn(folder, command, parsed.flags["auto-approve"]);
  return print(
    parsed.flags.output === "json" ? JSON.stringify(asJson(explanation), null, 2) : describeExplanation(explanation),
  );
}

async function explainIn(
  folder: string,
  command: string,
  kinds: Parameters<typeof explainCommand>[0]["autoApprove"] | undefined,
): Promise<CommandExplanation> {
  const { settings, workspace } = await openHost().configure(folder);
  const policy = {
    autoApprove: kinds ?? new Set(settings.autoApprove),
    attended: true,
    rules: settings.approvals ?? [],
  };
  const shell = shellAt({ root: workspace, home: processContext().home });
  return explainCommand(policy, command, { root: workspace, cwd: folder, shell });
}

/** Without functions. */
function asJson({ verdict, facts, rulings }: CommandExplanation): object {
  return {
    ...verdict,
    commands: facts?.commands.map(({ words, text: written, via, wrapper }) => ({
      words: words.map((word) => word.value ?? { unknown: word.text }),
      text: written,
      via,
      wrapper,
    })),
    files: facts?.files.map(({ use, text: written, path }) => ({ use, path: path ?? { unknown: written } })),
    assignments: facts?.assignments,
    doubts: facts?.doubts,
    parts: rulings.map(({ requirement, outcome, missing, rule }) => ({
      what: requirement.what,
      needs: requirement.kinds,
      outcome,
      missing,
      rule,
    })),
  };
}
