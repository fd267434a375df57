import type { ConfigurationNotice } from "@roo-code/types";
import { type ConfigurationEntry, type ConfigurationOrigin, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationPlaces, configurationRoots } from "./files/configuration-roots.ts";
import { ParseCache } from "./files/parse-cache.ts";
import { readFrontmatter } from "./text/read-frontmatter.ts";
import { shortField } from "./text/short-field.ts";

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

export interface LoadSkillsOptions extends ConfigurationPlaces {
  /** `~/.agents`, which other agents share; not read when absent. */
  readonly agentsHome?: string;
}

export interface LoadedSkills {
  /** Weakest first. One name may occur several times: `skillsForMode` chooses. */
  readonly skills: readonly Skill[];
  readonly notices: readonly ConfigurationNotice[];
}

const skillsFolder = /^skills(?:-([a-zA-Z0-9-]+))?$/;

/** Every valid skill. Never throws. */
export async function loadSkills(options: LoadSkillsOptions): Promise<LoadedSkills> {
  const { user, project } = configurationRoots(options);
  const { agentsHome } = options;
  const agents = agentsHome === undefined ? undefined : new ConfigurationRoot({ origin: "user", path: agentsHome });
  const cache = new ParseCache({ ...options, kind: "skills" });
  const skills = [
    ...(agents ? await readFolders(agents, "", cache) : []),
    ...(await readFolders(user, "", cache)),
    ...(await readFolders(project, ".agents", cache)),
    ...(await readFolders(project, ".roo", cache)),
  ];
  cache.save();
  return { skills, notices: [...(agents?.notices ?? []), ...user.notices, ...project.notices] };
}

/** `skills/<name>/SKILL.md`, and `skills-<mode>/<name>/SKILL.md` for one mode only. */
async function readFolders(root: ConfigurationRoot, below: string, cache: ParseCache): Promise<Skill[]> {
  const parent = root.findFolder(below);
  if (!parent) return [];
  const folders = root.entries(parent, (name) => skillsFolder.test(name)).filter(isFolder);
  const skills: Skill[] = [];
  for (const folder of folders) {
    const folderMode = skillsFolder.exec(folder.name)?.[1];
    for (const entry of root.entries(folder).filter(isFolder)) {
      const file = root.findIn(entry, "SKILL.md");
      const isThere = file?.kind === "file";
      const skill = isThere && (await readSkill({ root, file, cache, folderName: entry.name, folderMode }));
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
  readonly cache: ParseCache;
  readonly folderName: string;
  readonly folderMode: string | undefined;
}

async function readSkill({ root, file, cache, folderName, folderMode }: SkillFile): Promise<Skill | undefined> {
  const read = await readFrontmatter(root, file, cache);
  if (!read) return undefined;
  const { fields, body, problem } = read;
  if (problem !== undefined) return root.report("broken_file", file.path, problem);
  const refuse = (reason: string) => root.report("invalid_value", file.path, `the skill is not used: ${reason}.`);
  const name = shortField({ root, file, fields, key: "name" });
  const description = shortField({ root, file, fields, key: "description" });
  if (!name || !description) return refuse(`its frontmatter has no ${name ? "description" : "name"}`);
  if (name !== folderName) return refuse("its name is not that of its folder");
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    return refuse("its name is not made of small letters and digits with single dashes between, 64 at most");
  }
  const modes = modesOf(fields, folderMode);
  if (!modes) return refuse("its modeSlugs is not a list of mode slugs");
  return { name, description, content: body, modes, origin: root.origin, source: file.path };
}

/** `modeSlugs`, else the older `mode`, else the mode of the folder. undefined for what is no such list. */
function modesOf(fields: Readonly<Record<string, unknown>>, folderMode: string | undefined): string[] | undefined {
  const given = fields.modeSlugs ?? fields.mode ?? folderMode ?? [];
  const slugs: unknown[] = Array.isArray(given) ? given : [given];
  const isSlug = (slug: unknown) => typeof slug === "string" && /^[a-zA-Z0-9-]+$/.test(slug);
  return slugs.every(isSlug) ? slugs.map(String) : undefined;
}
