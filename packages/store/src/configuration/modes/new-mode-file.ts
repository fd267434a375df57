import { existsSync } from "node:fs";
import { join } from "node:path";
import { RooError, type ToolGroup, toolGroups } from "@roo-code/types";
import { patternProblem } from "../file-pattern/pattern-problem.ts";
import type { ConfigurationOrigin } from "../files/configuration-root.ts";
import type { ConfigurationFolders } from "../files/configuration-roots.ts";
import { modeFolders, writeInside } from "./mode-files.ts";

export interface NewMode {
  readonly slug: string;
  readonly name?: string;
  readonly role?: string;
  readonly groups?: readonly string[];
  /** A regular expression that every edited path must match. */
  readonly pattern?: string;
}

const aboutGroups: Readonly<Record<Exclude<ToolGroup, "modes">, string>> = {
  read: "look at files and search them",
  edit: "change files",
  command: "run commands",
  browser: "use a browser",
  mcp: "use the tools of MCP servers",
  advanced: "use all other tools",
};

/** Writes a commented template for a custom mode and returns its absolute path. Never overwrites. Throws `RooError`. */
export async function newModeFile(
  mode: NewMode,
  options: ConfigurationFolders & { readonly origin: ConfigurationOrigin },
): Promise<string> {
  const groups = checkedGroups(mode);
  const { root, modes } = modeFolders(options, options.origin);
  const existing = [`${mode.slug}.yaml`, `${mode.slug}.yml`].map((name) => join(root, modes, name)).find(existsSync);
  if (existing !== undefined)
    throw refusal("mode_exists", `${existing} already exists.`, "Edit it, or choose another slug.");
  const path = join(modes, `${mode.slug}.yaml`);
  await writeInside(root, path, textOf(mode, groups));
  return join(root, path);
}

function checkedGroups({ slug, groups = ["read"], pattern }: NewMode): string[] {
  if (!/^[a-zA-Z0-9-]{1,100}$/.test(slug))
    throw refusal("invalid_mode", `"${slug.slice(0, 100)}" is not a valid slug.`, "Use letters, digits and dashes.");
  const unknown = groups.find((group) => !toolGroups.some((known) => known === group));
  if (unknown !== undefined)
    throw refusal(
      "invalid_mode",
      `Unknown group "${unknown.slice(0, 100)}".`,
      `The groups are: ${toolGroups.join(", ")}.`,
    );
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  if (problem !== undefined) throw refusal("invalid_mode", `The pattern ${problem}.`, "Use a simpler pattern.");
  return [...new Set(pattern !== undefined && !groups.includes("edit") ? [...groups, "edit"] : groups)];
}

function textOf({ slug, name = slug, role, pattern }: NewMode, groups: readonly string[]): string {
  const lines = Object.entries(aboutGroups).map(([group, about]) => {
    if (!groups.includes(group)) return `  # - ${group}  # ${about}`;
    if (group !== "edit" || pattern === undefined) return `  - ${group}  # ${about}`;
    return `  - - ${group}\n    - fileRegex: ${JSON.stringify(pattern)}`;
  });
  return `# A custom mode: roo run --mode ${slug} "…". All keys: docs/modes.md

name: ${JSON.stringify(name)}

# Who the model is in this mode: the start of its instructions.
roleDefinition: ${JSON.stringify(role ?? `You are an engineer who works in the mode ${name}.`)}

# One line about it, and when to choose it.
# description: ""
# whenToUse: ""

# Additional instructions for the model in this mode.
# customInstructions: ""

# Tools it may use. edit can be limited to files whose path matches a regular expression:
#   - - edit
#     - fileRegex: "\\\\.md$"
groups:${groups.length === 0 ? " []" : ""}
${lines.join("\n")}
`;
}

function refusal(code: string, message: string, next: string): RooError {
  return new RooError({ code, message, next });
}
