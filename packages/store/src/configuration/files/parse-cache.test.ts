import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationPlaces } from "../../../test/configuration-places.ts";
import { loadCommands } from "../load-commands.ts";
import { loadModes } from "../load-modes.ts";
import { loadSkills } from "../load-skills.ts";

describe("modes of an earlier start", () => {
  it("are taken from the cache, with what was said about them, as long as their file stays as it is", async () => {
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

  it("are not, when the file was written so shortly before that it may have changed again unseen", async () => {
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

  it.each(["", "{", "null", "[]", '{"entries":3}'])("are not, when the cache is broken: %j", async (content) => {
    const { load, cacheFile } = setUp(text("First"));
    const first = await load();
    writeFileSync(cacheFile(), content);
    expect(await load()).toEqual(first);
  });

  it.each(['{"modes":1,"notices":[]}', '{"modes":[{}],"notices":[]}', '{"modes":[],"notices":[1]}', "1", "null"])(
    "are not, when they are none: %s",
    async (value) => {
      const { load, cacheFile } = setUp(text("First"));
      const first = await load();
      const kept: unknown = JSON.parse(readFileSync(cacheFile(), "utf8"));
      const { code, entries } = kept as { code: string; entries: Record<string, { stamp: string }> };
      const changed = Object.entries(entries).map(([path, { stamp }]) => [
        path,
        { stamp, value: JSON.parse(value) as unknown },
      ]);
      writeFileSync(cacheFile(), JSON.stringify({ code, entries: Object.fromEntries(changed) }));
      expect(await load()).toEqual(first);
    },
  );

  it("are forgotten with their file", async () => {
    const { load, cacheFile, workspace, write } = setUp(text("First"));
    await load();
    rmSync(join(workspace, ".roo/modes/x.yaml"));
    write("workspace", ".roo/modes/y.yaml", text("Second"));
    expect((await load()).modes).toMatchObject([{ slug: "y" }]);
    expect(readFileSync(cacheFile(), "utf8")).not.toContain("First");
  });
});

it("reads the file that a mode's role is in anew each time", async () => {
  const { load, write } = setUp("name: X\npromptFile: x.md\ngroups: []\n");
  write("workspace", ".roo/modes/x.md", "first");
  expect((await load()).modes).toMatchObject([{ roleDefinition: "first" }]);
  write("workspace", ".roo/modes/x.md", "second");
  expect((await load()).modes).toMatchObject([{ roleDefinition: "second" }]);
});

it("is for the owner alone, and leaves nothing else behind", async () => {
  const { load, cacheFile, home } = setUp(text("First"));
  await load();
  expect(statSync(cacheFile()).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, "cache", "configuration"))).toHaveLength(1);
});

it("makes no home folder only for itself, and does without where it cannot write", async () => {
  const { load, home } = setUp(text("First"));
  rmSync(home, { recursive: true });
  expect((await load()).modes).toHaveLength(1);
  expect(existsSync(home)).toBe(false);
  mkdirSync(home);
  writeFileSync(join(home, "cache"), "in the way");
  expect((await load()).modes).toHaveLength(1);
});

it("holds the fields of commands and skills, not their texts", async () => {
  const written = (name: string) => `---\nname: ${name}\ndescription: First.\nwhen: 2026-01-01\n---\nBody of ${name}.`;
  const places = configurationPlaces();
  utimesSync(places.write("home", "skills/pdf/SKILL.md", written("pdf")), longAgo, longAgo);
  utimesSync(places.write("workspace", ".roo/commands/ship.md", written("ship")), longAgo, longAgo);
  const load = async () => [(await loadSkills(places)).skills, (await loadCommands(places)).commands];
  const first = await load();
  expect(first).toMatchObject([[{ description: "First." }], [{ description: "First.", content: "Body of ship." }]]);
  const folder = join(places.home, "cache", "configuration");
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name), "utf8")).not.toContain("Body");
    edit(join(folder, name), "First.", "Kept.");
  }
  expect(await load()).toMatchObject([
    [{ description: "Kept." }],
    [{ description: "Kept.", content: "Body of ship." }],
  ]);
  places.write("workspace", ".roo/commands/ship.md", "Just words.");
  expect((await load())[1]).toMatchObject([{ name: "ship", content: "Just words." }]);
});

const longAgo = new Date("2020-01-01");

function setUp(content: string) {
  const places = configurationPlaces();
  const file = places.write("workspace", ".roo/modes/x.yaml", content);
  utimesSync(file, longAgo, longAgo);
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
