import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationFolders } from "../../../test/configuration-folders.ts";
import { loadCommands } from "../load-commands.ts";
import { loadModes } from "../load-modes.ts";
import { loadRules } from "../load-rules.ts";
import { loadSkills } from "../load-skills.ts";

describe("modes of an earlier start", () => {
  it("are taken from the cache, with their notices, as long as their file is unchanged", async () => {
    const { load, cacheFile, write } = setUp(text("First", "[read, nonsense]"));
    const first = await load();
    expect(await load()).toEqual(first);
    edit(cacheFile(), "First", "Kept");
    const second = await load();
    expect(second.modes).toMatchObject([{ name: "Kept" }]);
    expect(second.notices).toEqual(first.notices);
    expect(second.notices).toHaveLength(1);
    write("workspace", ".roo/modes/x.yaml", text("Other"));
    expect(await load()).toMatchObject({ modes: [{ name: "Other" }], notices: [] });
  });

  it("are not, when the file was written so recently that a second change could be missed", async () => {
    const { load, cacheFile, write } = setUp(text("First"));
    write("workspace", ".roo/modes/x.yaml", text("Fresh"));
    await load();
    edit(cacheFile(), "Fresh", "Kept");
    expect((await load()).modes).toMatchObject([{ name: "Fresh" }]);
  });

  it("are not, when another version of the program wrote them", async () => {
    const { load, cacheFile } = setUp(text("First"));
    await load();
    edit(cacheFile(), /"code":"[^"]*"/, '"code":"older"');
    edit(cacheFile(), "First", "Kept");
    expect((await load()).modes).toMatchObject([{ name: "First" }]);
  });

  it.each(["", "{", "null", "[]", '{"stamps":3}'])("are not, when the cache is broken: %j", async (content) => {
    const { load, cacheFile } = setUp(text("First"));
    const first = await load();
    writeFileSync(cacheFile(), content);
    expect(await load()).toEqual(first);
  });

  it.each(['{"user":1,"project":[],"notices":[]}', '{"user":[]}', "1", "null"])(
    "are not, when they are none: %s",
    async (result) => {
      const { load, cacheFile } = setUp(text("First"));
      const first = await load();
      const kept: object = JSON.parse(readFileSync(cacheFile(), "utf8"));
      writeFileSync(cacheFile(), JSON.stringify({ ...kept, result: JSON.parse(result) as unknown }));
      expect(await load()).toEqual(first);
    },
  );

  it("are not, when a file appears that was missing before", async () => {
    const { load, home, write } = setUp(text("First"));
    await load();
    write("home", "custom_modes.yaml", "customModes: [{ slug: own, name: Own, roleDefinition: R, groups: [] }]");
    expect((await load()).modes).toMatchObject([{ slug: "x" }, { slug: "own" }]);
    rmSync(join(home, "custom_modes.yaml"));
    expect((await load()).modes).toMatchObject([{ slug: "x" }]);
  });

  it("are not, when a symlink changes its target", async () => {
    const { load, folder, workspace } = setUp(text("First"));
    const [one, two] = ["one", "two"].map((name) => join(folder, "workspace", `${name}.yaml`));
    for (const [path = "", name] of [
      [one, "One"],
      [two, "Two"],
    ] as const) {
      writeFileSync(path, text(name));
      utimesSync(path, longAgo, longAgo);
    }
    const link = join(workspace, ".roo/modes/linked.yaml");
    symlinkSync(one ?? "", link);
    expect((await load()).modes).toMatchObject([{ name: "One" }, { name: "First" }]);
    rmSync(link);
    symlinkSync(two ?? "", link);
    expect((await load()).modes).toMatchObject([{ name: "Two" }, { name: "First" }]);
    writeFileSync(two ?? "", text("Three"));
    expect((await load()).modes).toMatchObject([{ name: "Three" }, { name: "First" }]);
  });

  it("are dropped with their file", async () => {
    const { load, cacheFile, workspace, write } = setUp(text("First"));
    await load();
    rmSync(join(workspace, ".roo/modes/x.yaml"));
    write("workspace", ".roo/modes/y.yaml", text("Second"));
    expect((await load()).modes).toMatchObject([{ slug: "y" }]);
    expect(readFileSync(cacheFile(), "utf8")).not.toContain("First");
  });
});

it("notices changes to the file with a mode's role", async () => {
  const { load, write } = setUp("name: X\npromptFile: x.md\ngroups: []\n");
  write("workspace", ".roo/modes/x.md", "first");
  expect((await load()).modes).toMatchObject([{ roleDefinition: "first" }]);
  write("workspace", ".roo/modes/x.md", "second");
  expect((await load()).modes).toMatchObject([{ roleDefinition: "second" }]);
});

it("is private to the owner, and leaves no other files", async () => {
  const { load, cacheFile, home } = setUp(text("First"));
  await load();
  expect(statSync(cacheFile()).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, "cache", "configuration"))).toHaveLength(1);
});

it("does not create a home folder, and works without a cache if it cannot write", async () => {
  const { load, home } = setUp(text("First"));
  rmSync(home, { recursive: true });
  expect((await load()).modes).toHaveLength(1);
  expect(existsSync(home)).toBe(false);
  mkdirSync(home);
  writeFileSync(join(home, "cache"), "in the way");
  expect((await load()).modes).toHaveLength(1);
});

it("caches rules, commands and skills too, separately for different options", async () => {
  const fields = (name: string) => `---\nname: ${name}\ndescription: First.\n---\nBody.`;
  const places = configurationFolders();
  const agentsHome = join(places.folder, "agents");
  for (const file of [
    places.write("home", "skills/pdf/SKILL.md", fields("pdf")),
    places.write("workspace", ".roo/commands/ship.md", fields("ship")),
    places.write("workspace", "AGENTS.md", "First."),
  ])
    utimesSync(file, longAgo, longAgo);
  for (const path of ["", "skills", "skills/pdf"]) utimesSync(join(places.home, path), longAgo, longAgo);
  for (const path of [".roo", ".roo/commands"]) utimesSync(join(places.workspace, path), longAgo, longAgo);
  const load = async () =>
    JSON.stringify([await loadSkills(places), await loadCommands(places), loadRules({ ...places, mode: "code" })]);
  const first = await load();
  expect(first.match(/First/g)).toHaveLength(4);
  utimesSync(places.home, longAgo, longAgo);
  await load();
  const kept = join(places.home, "cache", "configuration");
  expect(readdirSync(kept)).toHaveLength(3);
  for (const name of readdirSync(kept)) edit(join(kept, name), /First/g, "Kept");
  expect(await load()).toBe(first.replaceAll("First", "Kept"));
  expect(JSON.stringify(loadRules({ ...places, mode: "ask" }))).toContain("First");
  expect(JSON.stringify(await loadSkills({ ...places, agentsHome }))).toContain("First");
  places.write("workspace", ".roo/commands/ship.md", "Just words.");
  expect((await loadCommands(places)).commands).toMatchObject([{ name: "ship", content: "Just words." }]);
});

const longAgo = new Date("2020-01-01");

function setUp(content: string) {
  const places = configurationFolders();
  const file = places.write("workspace", ".roo/modes/x.yaml", content);
  for (const path of [file, dirname(file)]) utimesSync(path, longAgo, longAgo);
  const folder = join(places.home, "cache", "configuration");
  return {
    ...places,
    load: () => loadModes({ ...places, builtinModes: [], isTrusted: true }),
    cacheFile: () => join(folder, readdirSync(folder)[0] ?? ""),
  };
}

function text(name: string, groups = "[read]"): string {
  return `name: ${name}\nroleDefinition: R\ngroups: ${groups}\n`;
}

function edit(file: string, from: string | RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}
