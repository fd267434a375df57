import { dirname, relative } from "node:path";
import { loadCommands, loadSkills, type Skill, skillsForMode } from "@roo-code/store";
import type { InstructionLibrary, LibraryItem } from "@roo-code/types";
import { fillArguments } from "./fill-arguments.ts";

export interface LibraryPlaces {
  readonly home: string;
  readonly workspace: string;
  /** `~/.agents`, which other agents share. */
  readonly agentsHome?: string;
  /** Slug of the mode whose skills these are. */
  readonly mode: string;
}

/** The commands and skills of a folder. Their files are read with every question, so that changes are seen. */
export function createLibrary(places: LibraryPlaces): InstructionLibrary {
  const commands = async () => (await loadCommands(places)).commands;
  const skills = async () => skillsForMode((await loadSkills(places)).skills, places.mode);
  return {
    commands: async () =>
      (await commands()).map(({ name, description = "", argumentHint }): LibraryItem => {
        return { name, description, ...(argumentHint !== undefined && { argumentHint }) };
      }),
    async command(name, args) {
      const command = (await commands()).find((candidate) => candidate.name === name);
      return command && fillArguments(command.content, args);
    },
    skills: async () => (await skills()).map(({ name, description }) => ({ name, description })),
    async skill(name, args) {
      const skill = (await skills()).find((candidate) => candidate.name === name);
      return skill && fillArguments(`${placeOf(skill, places)}${skill.content}`, args);
    },
  };
}

/** A skill speaks of files beside it. Those of the person's own are outside of the workspace, where tools cannot read. */
function placeOf({ origin, source }: Skill, { workspace }: { workspace: string }): string {
  const folder = relative(workspace, dirname(source)).replaceAll("\\", "/");
  return origin === "project" ? `(Its files are in ${folder}/.)\n\n` : "";
}
