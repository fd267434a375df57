import { dump } from "js-yaml";
import { expect, test } from "vitest";
import { loadCommands } from "../src/configuration/load-commands.ts";
import { loadMcpServers } from "../src/configuration/load-mcp-servers.ts";
import { loadModes } from "../src/configuration/load-modes.ts";
import { loadRules } from "../src/configuration/load-rules.ts";
import { loadSkills } from "../src/configuration/load-skills.ts";
import { configurationFolders } from "./configuration-folders.ts";
import { findOne } from "./import-fixture.ts";

test.each(["roo", "kilo", "cline", "claude-code", "codex", "opencode"])(
  "what comes from %s is configuration that loads without a complaint",
  async (tool) => {
    const { files, modes } = await findOne(tool);
    const places = configurationFolders();
    const write = (scope: string, path: string, content: string): string =>
      scope === "user" ? places.write("home", path, content) : places.write("workspace", `.roo/${path}`, content);
    for (const { path, content, scope } of files) write(scope, path, content);
    for (const { scope, ...mode } of modes) write(scope, `modes/${mode.slug}.yaml`, dump(mode));
    const servers = await loadMcpServers({ ...places, isTrusted: true });
    const loadedModes = await loadModes({ ...places, builtinModes: [], isTrusted: true });
    const commands = await loadCommands(places);
    const skills = await loadSkills(places);
    const rules = loadRules({ ...places, mode: "code" });
    const notices = [servers, loadedModes, commands, skills, rules].flatMap((loaded) => loaded.notices);
    expect(notices).toEqual([]);
    const counts = { commands: /^commands\//, skills: /SKILL\.md$/, rules: /^rules(-code)?\// };
    const found = { commands: commands.commands, skills: skills.skills, rules: rules.files };
    for (const [kind, pattern] of Object.entries(counts) as [keyof typeof counts, RegExp][])
      expect(found[kind]).toHaveLength(files.filter(({ path }) => pattern.test(path)).length);
    const slugs = loadedModes.modes.map(({ slug, groups }) => ({ slug, groups }));
    expect(slugs).toEqual(expect.arrayContaining(modes.map(({ slug, groups }) => ({ slug, groups }))));
    expect(servers.servers.length).toBeGreaterThan(0);
  },
);
