import { join } from "node:path";
import { expect, it } from "vitest";
import { configurationFolders, type Files, rooFolders } from "../../test/configuration-folders.ts";
import { loadSkills, skillsForMode } from "./load-skills.ts";

it("loads none if there are none", async () => {
  expect(await load({})).toEqual({ skills: [], notices: [] });
});

it("reads the skills of a Roo Code project", async () => {
  const places = rooFolders();
  const { skills, notices } = await loadSkills(places);
  expect(skills).toEqual([
    {
      name: "write-changelog",
      description: "How entries of CHANGELOG.md are worded here",
      content: "# Changelog\n\nOne line per change that a user notices.",
      modes: [],
      origin: "project",
      source: join(places.workspace, ".roo/skills/write-changelog/SKILL.md"),
    },
    {
      name: "write-tests",
      description: "How tests are named and laid out here",
      content: "Name a test after what it shows.",
      modes: ["code"],
      origin: "project",
      source: join(places.workspace, ".roo/skills-code/write-tests/SKILL.md"),
    },
  ]);
  expect(notices).toEqual([]);
  expect(skillsForMode(skills, "ask").map(({ name }) => name)).toEqual(["write-changelog"]);
  expect(skillsForMode(skills, "code").map(({ name }) => name)).toEqual(["write-changelog", "write-tests"]);
});

it("prefers the project's to the user's, then the mode's to the general one, then .roo to .agents", async () => {
  const places = configurationFolders({
    home: { "skills-code/a/SKILL.md": skill("a", "mine, for code"), "skills/b/SKILL.md": skill("b", "mine") },
    workspace: {
      ".roo/skills/a/SKILL.md": skill("a", "ours"),
      ".roo/skills/c/SKILL.md": skill("c", "ours in .roo"),
      ".agents/skills/c/SKILL.md": skill("c", "ours in .agents"),
      ".agents/skills-code/d/SKILL.md": skill("d", "ours, for code"),
      ".roo/skills/d/SKILL.md": skill("d", "ours"),
    },
  });
  const agentsHome = join(places.folder, "home", ".agents");
  places.write("home", "../.agents/skills/b/SKILL.md", skill("b", "mine in .agents"));
  places.write("home", "../.agents/skills/e/SKILL.md", skill("e", "mine in .agents"));
  const { skills, notices } = await loadSkills({ ...places, agentsHome });
  expect(notices).toEqual([]);
  expect(skillsForMode(skills, "code").map(({ name, description }) => [name, description])).toEqual([
    ["a", "ours"],
    ["b", "mine"],
    ["c", "ours in .roo"],
    ["d", "ours, for code"],
    ["e", "mine in .agents"],
  ]);
});

it.each([
  ["modeSlugs: [code, ask]", ["code", "ask"]],
  ["modeSlugs: []\nmode: code", []],
  ["mode: ask", ["ask"]],
  ["license: MIT", ["debug"]],
])("prefers the modes in %j to the folder's", async (line, modes) => {
  const { skills } = await load({ workspace: { ".roo/skills-debug/x/SKILL.md": skill("x", "d", line) } });
  expect(skills).toMatchObject([{ modes }]);
});

it.each([
  ["no frontmatter", "Do it.", /no name/],
  ["frontmatter that is no YAML", "---\nname: [\n---\n", /not valid YAML/],
  ["another name", skill("y", "d"), /differs from its folder/],
  ["no description", "---\nname: x\n---\n", /no description/],
  ["a description that is too long", skill("x", "d".repeat(1_025)), /longer than 1024/],
  ["modes that are none", skill("x", "d", "modeSlugs: [a b]"), /modeSlugs/],
])("refuses only the skill with %s", async (_, text, message) => {
  const files = { ".roo/skills/x/SKILL.md": text, ".roo/skills/good/SKILL.md": skill("good", "d") };
  const { skills, notices } = await load({ workspace: files });
  expect(skills.map(({ name }) => name)).toEqual(["good"]);
  expect(notices[0]?.message).toMatch(message);
});

it("refuses an invalid name, even if its folder has the same", async () => {
  const { skills, notices } = await load({ workspace: { ".roo/skills/My Skill/SKILL.md": skill("My Skill", "d") } });
  expect(skills).toEqual([]);
  expect(notices).toMatchObject([{ code: "invalid_value", message: expect.stringContaining("lowercase letters") }]);
});

it("reads only folders named like skills", async () => {
  const places = configurationFolders({
    home: { "tasks/x/SKILL.md": "?", "skills/readme.md": "?", "skills/empty/notes.md": "?" },
  });
  expect(await loadSkills(places)).toEqual({ skills: [], notices: [] });
});

it("follows symlinks to skills inside of the project, and none out of it", async () => {
  const places = configurationFolders({ workspace: { "library/x/SKILL.md": skill("x", "d") } });
  places.write("home", "private/SKILL.md", skill("private", "secret"));
  places.link(".roo/skills/x", "../../library/x");
  places.link(".roo/skills/private", join(places.home, "private"));
  const { skills, notices } = await loadSkills(places);
  expect(skills.map(({ name }) => name)).toEqual(["x"]);
  expect(notices.map(({ code }) => code)).toEqual(["not_trusted"]);
});

function load(files: { home?: Files; workspace?: Files }) {
  return loadSkills(configurationFolders(files));
}

function skill(name: string, description: string, more = ""): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}\n---\n\nDo it.\n`;
}
