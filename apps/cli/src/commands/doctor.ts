import colors from "picocolors";
import { parseCommandLine } from "../command-line.ts";
import { examine } from "../doctor/examine.ts";
import type { Finding } from "../doctor/programs.ts";
import { choice } from "../flags.ts";

const commandLine = {
  usage: "roo doctor",
  about: "Check the installation: what is missing, and what that disables.",
  flags: { output: choice(["text", "json"], "text or json (default: text)") },
};

export async function doctor(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const findings = await examine(process.env);
  process.stdout.write(
    parsed.flags.output === "json"
      ? `${JSON.stringify(findings, null, 2)}\n`
      : `${findings.map(paragraph).join("\n")}\n`,
  );
  return findings.some(({ status }) => status === "broken") ? 1 : 0;
}

// By default picocolors treats CI as a terminal.
const paint = process.stdout.isTTY ? colors : colors.createColors(false);
const marks = { ok: paint.green("✓"), missing: paint.yellow("–"), broken: paint.red("✗") } as const;

function paragraph({ name, status, detail, consequence }: Finding): string {
  const line = `${marks[status]} ${name.padEnd(14)} ${detail}`;
  return consequence ? `${line}\n${" ".repeat(17)}→ ${consequence}` : line;
}
