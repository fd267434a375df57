import * as fc from "fast-check";
import { expect, it } from "vitest";
import { loadCommands } from "../src/configuration/load-commands.ts";
import { loadMcpServers } from "../src/configuration/load-mcp-servers.ts";
import { loadModes } from "../src/configuration/load-modes.ts";
import { loadRules } from "../src/configuration/load-rules.ts";
import { loadSkills } from "../src/configuration/load-skills.ts";
import {
  type BrokenFile,
  brokenCommands,
  brokenModes,
  brokenRules,
  brokenServers,
  brokenSkills,
} from "./broken-configuration.ts";
import { configurationFolders } from "./configuration-folders.ts";

/** Two thousand in all. */
const kinds = [
  { kind: "modes", count: 600, files: brokenModes, path: (name: string) => `.roo/modes/${name}.yaml`, load: modes },
  { kind: "rules", count: 200, files: brokenRules, path: (name: string) => `.roo/rules/${name}.md`, load: rules },
  {
    kind: "commands",
    count: 400,
    files: brokenCommands,
    path: (name: string) => `.roo/commands/${name}.md`,
    load: commands,
  },
  {
    kind: "skills",
    count: 400,
    files: brokenSkills,
    path: (name: string) => `.roo/skills/${name}/SKILL.md`,
    load: skills,
  },
] as const;

it.each(kinds)(
  "survives $count broken files with $kind and says something about each",
  async ({ count, files, path, load }) => {
    const places = configurationFolders();
    const broken = fc.sample<BrokenFile>(files, { numRuns: count, seed: 11 });
    const written = broken.map(({ content, name = "" }, index) =>
      places.write("workspace", path(nameFor(name, index)), content),
    );
    const notices = await load(places);
    const named = new Set(notices.map(({ source }) => source));
    expect(written.filter((file) => !named.has(file)).map((file) => broken[written.indexOf(file)])).toEqual([]);
    expect(notices.every(({ message }) => message.length > 0 && message.length < 500)).toBe(true);
  },
);

it("survives 400 broken files with MCP servers and reports each", async () => {
  const places = configurationFolders();
  for (const { content } of fc.sample<BrokenFile>(brokenServers, { numRuns: 400, seed: 11 })) {
    const written = places.write("workspace", ".roo/mcp.json", content);
    const { servers, notices } = await loadMcpServers({ ...places, isTrusted: true });
    expect({ content, servers, sources: [...new Set(notices.map(({ source }) => source))] }).toEqual({
      content,
      servers: [],
      sources: [written],
    });
  }
});

it("survives files with arbitrary content", async () => {
  const places = configurationFolders();
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.json({ maxDepth: 5 }),
    fc.json().map((text) => `---\n${text}\n---\n${text}`),
  );
  for (const [index, content] of fc.sample(anything, { numRuns: 150, seed: 12 }).entries()) {
    places.write("workspace", `.roo/modes/${index}.yaml`, content);
    places.write("workspace", `.roo/commands/${index}.md`, content);
    places.write("workspace", `.roo/skills/${index}/SKILL.md`, content);
    places.write("workspace", `.roo/rules/${index}.md`, content);
  }
  const loaded = await Promise.all([modes(places), commands(places), skills(places), rules(places)]);
  expect(loaded.flat().every(({ message }) => message !== "")).toBe(true);
});

interface Places {
  readonly home: string;
  readonly workspace: string;
}

async function modes(places: Places) {
  return (await loadModes({ ...places, builtinModes: [], isTrusted: false })).notices;
}

async function rules(places: Places) {
  return loadRules({ ...places, mode: "code" }).notices;
}

async function commands(places: Places) {
  return (await loadCommands(places)).notices;
}

async function skills(places: Places) {
  return (await loadSkills(places)).notices;
}

/** Makes generated names distinct where nothing depends on them. */
function nameFor(name: string, index: number): string {
  return name === "" ? `f${index}` : name;
}
