import type { Skill } from "./load-skills.ts";

/** The skills a mode has, each name once: the project's before the person's, one for this mode before one for every mode. */
export function skillsForMode(skills: readonly Skill[], mode: string): Skill[] {
  const chosen = new Map<string, Skill>();
  for (const skill of skills) {
    if (skill.modes.length > 0 && !skill.modes.includes(mode)) continue;
    const other = chosen.get(skill.name);
    if (!other || rank(skill) >= rank(other)) chosen.set(skill.name, skill);
  }
  return [...chosen.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Of equals the later is used: `.roo` comes after `.agents`. */
function rank({ origin, modes }: Skill): number {
  return (origin === "project" ? 2 : 0) + (modes.length > 0 ? 1 : 0);
}
