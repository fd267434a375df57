import type { ConfigurationNotice } from "@roo-code/types";
import { type ConfigurationEntry, type ConfigurationOrigin, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationFolders, configurationRoots } from "./files/configuration-roots.ts";
import { LastLoad } from "./files/last-load.ts";
import { parseFrontmatter, shortField } from "./text/frontmatter.ts";

/** Instructions for one kind of work, read by the model when it needs them. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly content: string;
  /** Slugs of the modes that have it; empty: every mode. */
  readonly modes: readonly string[];
  readonly origin: ConfigurationOrigin;
  /** Its SKILL.md. */
  readonly source: string;
}

export interface LoadSkillsOptions extends ConfigurationFolders {
  /** `~/.agents`, shared with other agents; not read when absent. */
  readonly agentsHome?: string;
}

export interface LoadedSkills {
  /** Lowest precedence first. A name may occur several times: `skillsForMode` chooses. */
  readonly skills: readonly Skill[];
  readonly notices: readonly ConfigurationNotice[];
}

const maxFileBytes = 100_000;
const skillsFolder = /^skills(?:-([a-zA-Z0-9-]+))?$/;

/** Every valid skill. Never throws. */
export async function loadSkills(options: LoadSkillsOptions): Promise<LoadedSkills> {
  const { home, workspace, agentsHome } = options;
  const of = [workspace, agentsHome ?? ""];
  const last = new LastLoad<LoadedSkills>({ home, name: "skills", of, lists: ["skills", "notices"] });
  const known = last.find();
  if (known) return known;
  const { user, project } = configurationRoots(options);
  const agents = agentsHome === undefined ? undefined : new ConfigurationRoot({ origin: "user", path: agentsHome });
  const skills = [
    ...(agents ? await readFolders(agents, "") : []),
    ...(await readFolders(user, "")),
    ...(await readFolders(project, ".agents")),
    ...(await readFolders(project, ".roo")),
  ];
  const roots = [...(agents ? [agents] : []), user, project];
  const loaded = { skills, notices: roots.flatMap(({ notices }) => notices) };
  last.keep(loaded, roots);
  return loaded;
}

/** `skills/<name>/SKILL.md`, and `skills-<mode>/<name>/SKILL.md` for one mode only. */
async function readFolders(root: ConfigurationRoot, below: string): Promise<Skill[]> {
  const parent = root.findFolder(below);
  if (!parent) return [];
  const folders = root.entries(parent, (name) => skillsFolder.test(name)).filter(isFolder);
  const skills: Skill[] = [];
  for (const folder of folders) {
    const folderMode = skillsFolder.exec(folder.name)?.[1];
    for (const entry of root.entries(folder).filter(isFolder)) {
      const file = root.findIn(entry, "SKILL.md");
      const skill = file?.kind === "file" && (await readSkill({ root, file, folderName: entry.name, folderMode }));
      if (skill) skills.push(skill);
    }
  }
  return skills;
}

function isFolder({ kind }: ConfigurationEntry): boolean {
  return kind === "folder";
}

interface SkillFile {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
  readonly folderName: string;
  readonly folderMode: string | undefined;
}

async function readSkill({ root, file, folderName, folderMode }: SkillFile): Promise<Skill | undefined> {
  const text = root.readWhole(file, maxFileBytes);
  if (text === undefined) return undefined;
  const { fields, body, problem } = await parseFrontmatter(text);
  if (problem !== undefined) return root.report("broken_file", file.path, problem);
  const refuse = (reason: string) => root.report("invalid_value", file.path, `the skill is not used: ${reason}.`);
  const name = shortField({ root, file, fields, key: "name" });
  const description = shortField({ root, file, fields, key: "description" });
  if (!name || !description) return refuse(`its frontmatter has no ${name ? "description" : "name"}`);
  if (name !== folderName) return refuse("its name differs from its folder");
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    return refuse("its name may only have lowercase letters, digits and single dashes, 64 at most");
  }
  const modes = modesOf(fields, folderMode);
  if (!modes) return refuse("its modeSlugs is not a list of mode slugs");
  return { name, description, content: body, modes, origin: root.origin, source: file.path };
}

/** `modeSlugs`, else the older `mode`, else the mode of the folder. undefined if it is not a list of slugs. */
function modesOf(fields: Readonly<Record<string, unknown>>, folderMode: string | undefined): string[] | undefined {
  const value = fields.modeSlugs ?? fields.mode ?? folderMode ?? [];
  const slugs: unknown[] = Array.isArray(value) ? value : [value];
  const isSlug = (slug: unknown) => typeof slug === "string" && /^[a-zA-Z0-9-]+$/.test(slug);
  return slugs.every(isSlug) ? slugs.map(String) : undefined;
}

/** The skills of a mode, each name once: the project's before the user's, one for this mode before one for every mode. */
export function skillsForMode(skills: readonly Skill[], mode: string): Skill[] {
  const chosen = new Map<string, Skill>();
  for (const skill of skills) {
    if (skill.modes.length > 0 && !skill.modes.includes(mode)) continue;
    const other = chosen.get(skill.name);
    if (!other || rank(skill) >= rank(other)) chosen.set(skill.name, skill);
  }
  return [...chosen.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Of equal rank the later is used: `.roo` comes after `.agents`. */
function rank({ origin, modes }: Skill): number {
  return (origin === "project" ? 2 : 0) + (modes.length > 0 ? 1 : 0);
}
