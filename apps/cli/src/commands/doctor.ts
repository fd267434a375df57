import colors from "picocolors";
import { commandParser, oneOf } from "../command-parser.ts";
import { examine, type Finding } from "../doctor/examine.ts";

export async function doctor(args: readonly string[]): Promise<number> {
  const { output } = commandParser("roo doctor")
    .description("What is installed, what is missing, and what that switches off.")
    .option("--output <format>", "text or json", oneOf(["text", "json"]), "text")
    .parse(args, { from: "user" })
    .opts<{ output: "text" | "json" }>();
  const findings = await examine(process.env);
  process.stdout.write(
    output === "json" ? `${JSON.stringify(findings, null, 2)}\n` : `${findings.map(paragraph).join("\n")}\n`,
  );
  return findings.some(({ status }) => status === "broken") ? 1 : 0;
}

const marks = { ok: colors.green("✓"), missing: colors.yellow("–"), broken: colors.red("✗") } as const;

function paragraph({ name, status, detail, consequence }: Finding): string {
  const line = `${marks[status]} ${name.padEnd(14)} ${detail}`;
  return consequence ? `${line}\n${" ".repeat(17)}→ ${consequence}` : line;
}
