import { historyLimits, historyPaths, pruneHistory } from "@roo-code/host/history";
import { parseCommandLine } from "../command-line.ts";
import { choice, integer, positiveNumber, toggle } from "../flags.ts";
import { formatRemoved, formatSize } from "../output/removed-tasks.ts";
import { openHost, processContext } from "../process-context.ts";
import { withoutUndefined } from "../run-flags.ts";
import { showNotices } from "../show-notices.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo tasks prune",
  about: `Delete tasks beyond historyMaxAge and historyMaxBytes. Never deletes a task that is running or was used within the last day.`,
  flags: {
    "dry-run": toggle("only show what would be removed"),
    "max-age": positiveNumber("DAYS", "instead of historyMaxAge"),
    "max-bytes": integer("N", "instead of historyMaxBytes"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
};

export async function pruneTasks(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { "dry-run": isDryRun = false, "max-age": maxAge, "max-bytes": maxBytes, output } = parsed.flags;
  const { settings, notices } = await openHost().configure(
    process.cwd(),
    withoutUndefined({ historyMaxAge: maxAge, historyMaxBytes: maxBytes }),
  );
  showNotices(notices);
  const limits = historyLimits(settings);
  const outcome = await pruneHistory(historyPaths(processContext()), { limits, isDryRun });
  if (output === "json") return print(JSON.stringify({ isDryRun, limits, ...outcome }, null, 2));
  const left = `${outcome.tasks} tasks, ${formatSize(outcome.bytes)}`;
  if (Object.values(limits).every((limit) => limit === undefined))
    return print(`No limit is set: ${left} are kept. Set one with: roo config set historyMaxAge 90`);
  const lines = formatRemoved(outcome, isDryRun);
  return print([...lines, `${isDryRun ? "would be left" : "left"}: ${left}`].join("\n"));
}
