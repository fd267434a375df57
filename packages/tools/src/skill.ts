import { defineTool, type InstructionLibrary, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { libraryText, requireLibrary } from "./library-text.ts";
import { looseInput } from "./loose-input.ts";
import description from "./skill.md";

const input = looseInput(
  { skill: z.string(), args: z.string().optional() },
  { names: { name: "skill", skill_name: "skill", arguments: "args", command: "skill" } },
);

export const skill = defineTool({
  name: "skill",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ skill: requested, args = "" }, { ports }) {
    const library = requireLibrary(ports);
    const name = requested.trim().replace(/^\//, "");
    const text = await library.skill(name, args);
    if (text === undefined) throw await unknownSkill(name, library);
    return { content: libraryText(`Skill ${name}`, text) };
  },
});

async function unknownSkill(name: string, library: InstructionLibrary): Promise<ToolFailure> {
  const names = (await library.skills()).map((item) => item.name);
  const known = names.length === 0 ? "There are no skills." : `Available skills: ${names.slice(0, 50).join(", ")}.`;
  return new ToolFailure("unknown_skill", `There is no skill "${name.slice(0, 80)}" in this mode. ${known}`);
}
