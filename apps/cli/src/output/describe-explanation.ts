import type { CommandExplanation } from "@roo-code/host";
import { oneLine } from "../terminal-text.ts";

const width = 100;
type Ruling = CommandExplanation["rulings"][number];

/** The verdict first, then the reasons. */
export function describeExplanation({ verdict, facts, rulings }: CommandExplanation): string {
  const head = verdict.verdict === "allow" ? ["allow"] : [`${verdict.verdict}: ${oneLine(verdict.why, 300)}`];
  const missing =
    verdict.verdict !== "allow" && verdict.missing.length > 0 ? [`needs ${verdict.missing.join(", ")}`] : [];
  return [
    ...head,
    ...missing,
    ...section(
      "commands",
      facts?.commands.map(({ text, via }) => `${oneLine(text, width)}${wrappers(via)}`),
    ),
    ...section(
      "files",
      facts?.files.map(
        ({ use, text, path }) =>
          `${use} ${oneLine(path ?? text, width)}${path === undefined ? " (only known at run time)" : ""}`,
      ),
    ),
    ...section(
      "variables",
      facts?.assignments.map(({ text }) => oneLine(text, width)),
    ),
    ...section(
      "doubts",
      facts?.doubts.map(({ what }) => oneLine(what, width)),
    ),
    ...section("decided by", rulings.map(describeRuling)),
  ].join("\n");
}

function section(title: string, lines: readonly string[] | undefined): string[] {
  return lines && lines.length > 0 ? ["", `${title}:`, ...lines.map((line) => `  ${line}`)] : [];
}

function wrappers(via: readonly string[]): string {
  return via.length === 0 ? "" : `   (within ${via.map((name) => oneLine(name, 20)).join(", ")})`;
}

function describeRuling({ requirement, outcome, missing, rule }: Ruling): string {
  const what = oneLine(requirement.what, width);
  if (rule) return `${outcome}   ${what}   by the rule ${oneLine(JSON.stringify(rule), width)}`;
  if (outcome !== "allow") return `ask   ${what}   nothing allows ${missing.join(", ")}`;
  return `allow   ${what}   ${requirement.isGranted ? "it only wraps other commands" : `by ${requirement.kinds.join(", ")}`}`;
}
