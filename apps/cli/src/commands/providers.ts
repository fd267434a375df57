import { type ProviderStatus, providerStatuses } from "@roo-code/host";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { openHost } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { table } from "../table.ts";
import { oneLine } from "../terminal-text.ts";

const commandLine = {
  usage: "roo providers",
  about: "List model providers, what each needs, and which are ready. Sends no requests except to this machine.",
  flags: { json: toggle("print JSON") },
};

export async function providers(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const statuses = await providerStatuses({ profiles: openHost().profiles, environment: process.env });
  if (parsed.flags.json) return print(JSON.stringify(statuses, null, 2));
  const width = process.stdout.columns ?? 200;
  const sorted = [...statuses.filter(({ isReady }) => isReady), ...statuses.filter(({ isReady }) => !isReady)];
  print(
    table(
      sorted.map((status) => row(status, width)),
      width,
    ),
  );
  const ready = statuses.filter(({ isReady }) => isReady).length;
  process.stderr.write(
    `\n${ready} of ${statuses.length} ready. List models: roo models ID   Save an API key: roo profiles add\n`,
  );
  return 0;
}

/** Long texts are truncated, but never the id. */
function row({ id, label, isReady, detail, defaultModel = "" }: ProviderStatus, width: number): string[] {
  const name = `${isReady ? "✓" : "–"} ${id}`;
  if (width < 110) return [name, oneLine(detail, Math.max(width - 22, 20))];
  return [name, label, oneLine(detail, Math.max(width - 80, 40)), oneLine(defaultModel, 28)];
}
