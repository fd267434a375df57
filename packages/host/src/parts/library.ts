import { dirname, relative } from "node:path";
import { loadCommands, loadSkills, type Skill, skillsForMode } from "@roo-code/store";
import type { InstructionLibrary } from "@roo-code/types";
import { agentsHome } from "../roo-home.ts";
import { guideTo } from "./library-guide.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

type Context = Pick<PartContext, "home" | "environment" | "configuration" | "workspace" | "capabilities">;

/** Slash commands and skills, for the model. Absent if there are none. */
export async function libraryPart(context: Context): Promise<TaskPart | undefined> {
  const { home, environment, workspace, capabilities } = context;
  if (!context.configuration.readsFiles) return undefined;
  const { slug: mode } = capabilities.mode;
  const library = createLibrary({ home, workspace: workspace.root, mode, ...agentsHome(environment) });
  const guide = await guideTo(library);
  return guide === "" ? undefined : { name: "library", ports: { library }, guide: () => guide };
}

export interface LibraryOptions {
  readonly home: string;
  readonly workspace: string;
  /** `~/.agents`, which other agents share. */
  readonly agentsHome?: string | undefined;
  /** Slug of the mode whose skills are used. */
  readonly mode: string;
}

/** The commands and skills of a folder. Files are read for every request, so that changes apply at once. */
export function createLibrary(options: LibraryOptions): InstructionLibrary {
  const commands = async () => (await loadCommands(options)).commands;
  const skills = async () => skillsForMode((await loadSkills(options)).skills, options.mode);
  return {
    commands: async () =>
      (await commands()).map(({ name, description = "", argumentHint }) => ({ name, description, argumentHint })),
    async command(name, args) {
      const command = (await commands()).find((candidate) => candidate.name === name);
      return command && fillArguments(command.content, args);
    },
    skills: async () => (await skills()).map(({ name, description }) => ({ name, description })),
    async skill(name, args) {
      const skill = (await skills()).find((candidate) => candidate.name === name);
      return skill && fillArguments(`${locationOf(skill, options)}${skill.content}`, args);
    },
  };
}

/** Skills refer to files next to them. Those of the user are outside of the workspace, where tools cannot read. */
function locationOf({ origin, source }: Skill, { workspace }: { workspace: string }): string {
  const folder = relative(workspace, dirname(source)).replaceAll("\\", "/");
  return origin === "project" ? `(Its files are in ${folder}/.)\n\n` : "";
}

/**
 * A command's text with its arguments in place of `$ARGUMENTS`, or of `$1` to `$9`. Without a placeholder, the arguments
 * are appended.
 */
export function fillArguments(text: string, args: string): string {
  const trimmed = args.trim();
  if (!placeholder.test(text)) return trimmed === "" ? text : `${text}\n\nArguments: ${trimmed}`;
  const parts = splitArguments(trimmed);
  return text.replaceAll(placeholders, (_, number: string | undefined) =>
    number === undefined ? trimmed : (parts[Number(number) - 1] ?? ""),
  );
}

const placeholder = /\$(?:ARGUMENTS\b|([1-9])(?![\d.,]*\d))/;
const placeholders = new RegExp(placeholder, "g");

/** As in a shell: quoted arguments stay together. */
function splitArguments(text: string): string[] {
  const matches = text.matchAll(/"([^"]*)"|'([^']*)'|\S+/g);
  return [...matches].map(([whole, double, single]) => double ?? single ?? whole);
}
