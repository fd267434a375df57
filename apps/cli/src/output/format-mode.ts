import type { ModeDescription } from "@roo-code/host/import-export";
import type { Mode, ModeGroup, NetworkCapability, WriteCapability } from "@roo-code/types";
import type { Cell } from "../table.ts";
import { oneLine } from "../terminal-text.ts";

type ModeOfOrigin = ModeDescription["mode"];

/** One row of a list. */
export function formatModeRow({
  slug,
  name,
  origin,
  groups,
  description,
  whenToUse,
  roleDefinition,
}: ModeOfOrigin): Cell[] {
  const may = groups.map(groupText).join(", ") || "delegate only";
  return [slug, oneLine(name, 24), origin, oneLine(may, 60), oneLine(description ?? whenToUse ?? roleDefinition, 60)];
}

/** The same for JSON output. */
export function modeToJson({ slug, name, origin, source, groups, description }: ModeOfOrigin) {
  const filePattern = groups.find(({ group }) => group === "edit")?.filePattern;
  return {
    slug,
    name,
    origin,
    source,
    groups: groups.map(({ group }) => group),
    filePattern,
    description,
  };
}

/** One mode with all details. */
export function formatMode({ mode, capabilities, rules }: ModeDescription): string {
  const { exec, write, network } = capabilities;
  const facts = [
    ["slug", mode.slug],
    ["from", mode.source === undefined ? mode.origin : `${mode.origin}: ${mode.source}`],
    ["groups", mode.groups.map(groupText).join(", ") || "none: it only delegates to subtasks"],
    ["writes", writeText(write)],
    ["commands", exec ? commandText(write) : "no"],
    ["network", networkText(network)],
  ].map(([name = "", value = ""]) => `${name.padEnd(10)}${value}`);
  return [
    mode.name,
    "",
    ...facts,
    ...section("Description", mode.description),
    ...section("When to use", mode.whenToUse),
    ...section("Role", mode.roleDefinition),
    ...section("Instructions", mode.customInstructions),
    ...section("Rules", rules.join("\n") || "none"),
  ].join("\n");
}

function section(title: string, text: Mode["description"]): string[] {
  return text ? ["", `${title}:`, ...text.split("\n").map((line) => `  ${line}`)] : [];
}

function groupText({ group, filePattern, description }: ModeGroup): string {
  if (filePattern === undefined) return group;
  return `${group} (${description ? `${description}: ` : ""}${filePattern})`;
}

function writeText(write: WriteCapability): string {
  if (write === "none") return "nothing";
  if (write === "all") return "every file of the project";
  return `files whose path matches ${write.patterns.map((list) => list.join(" or ")).join(" and ")}`;
}

function commandText(write: WriteCapability): string {
  return write === "all" ? "yes" : "yes, if they can be kept from writing anything else";
}

function networkText(network: NetworkCapability): string {
  if (network === "none") return "no";
  return network === "all" ? "yes" : network.hosts.join(", ");
}
