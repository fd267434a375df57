import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTask, knownSecrets } from "@roo-code/host";
import { exportFormats, exportTask } from "@roo-code/host/import-export";
import { parseCommandLine } from "../command-line.ts";
import { choice, text } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleJson, visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo export TASK --format FORMAT",
  about:
    "Export a task: its events, a Markdown transcript, Roo Code's files, or an agent trajectory. Keys are removed.",
  flags: {
    format: choice(exportFormats, "json, markdown, roo or atif (default: markdown)"),
    to: text("DIR", "write files to this folder instead of standard output"),
  },
  positionals: { min: 1, max: 1 },
};

export async function exportCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { tasks } = openHost();
  const { taskId } = await findTask(tasks, parsed.positionals[0] ?? "");
  const format = parsed.flags.format ?? "markdown";
  const files = await exportTask(await tasks.read(taskId), { format, redact: await knownSecrets(processContext()) });
  const folder = parsed.flags.to ?? (files.size > 1 ? taskId : undefined);
  if (folder === undefined) return print(shown([...files.values()].join("").trimEnd(), format));
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  return print([...files.keys()].map((name) => `wrote ${visibleText(join(folder, name))}`).join("\n"));
}

/** Unchanged in a file or a pipe; on a terminal, control characters are escaped. */
function shown(content: string, format: string): string {
  if (!process.stdout.isTTY) return content;
  return format === "markdown" ? visibleText(content) : visibleJson(content);
}
