import { requireMode, settingsOfProfile, shownProfile, testProvider, userSettingsFile } from "@roo-code/host";
import type { Profile } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, text } from "../flags.ts";
import { openHost } from "../open-host.ts";
import { places } from "../places.ts";
import { showNotices } from "../show-notices.ts";
import { print, withSubcommands } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { addProfile } from "./add-profile.ts";

const output = choice(["text", "json"], "text or json (default: text)");

export const profiles = withSubcommands({
  name: "profiles",
  help: `roo profiles list|add|use|test|remove|export

  list [--output json]                       the profiles; * is the one in use
  add NAME --provider ID [--model ID] …      add one, or replace it; a key goes to the secret store
  use NAME [--mode SLUG]                     use it for new tasks, or for one mode
  test NAME                                  ask its model to call a small tool
  remove NAME                                remove it and its key
  export                                     settings, profiles and modes as a roo-code-settings.json, without keys;
                                             roo import --from FILE reads it again`,
  commands: { list, add: addProfile, use, test, remove, export: exportAll },
});

async function list(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    { usage: "roo profiles list", about: "The profiles.", flags: { output }, words: { least: 0, most: 0 } },
    args,
  );
  if (!parsed) return 0;
  const host = openHost();
  const { profiles: kept, notices } = await host.profiles.read();
  const found = new Map([...kept].map(([name, profile]) => [name, shownProfile(profile)]));
  if (parsed.flags.output === "json") return print(JSON.stringify(Object.fromEntries(found), null, 2));
  showNotices(notices);
  if (found.size === 0)
    return print("No profiles yet. Add one with: roo profiles add main --provider openai --model … --api-key …");
  const { settings } = await host.configure(process.cwd());
  return print([...found].map(([name, profile]) => row(name, profile, settings.profile === name)).join("\n"));
}

function row(name: string, { apiProvider, apiModelId, apiBaseUrl, fallback }: Profile, isInUse: boolean): string {
  const parts = [apiProvider, apiModelId, apiBaseUrl, fallback && `then ${fallback.join(", ")}`];
  return visibleText(`${isInUse ? "*" : " "} ${name}  ${parts.filter(Boolean).join("  ")}`);
}

async function use(args: readonly string[]): Promise<number> {
  const mode = text("SLUG", "for this mode only");
  const parsed = parseCommandLine(
    {
      usage: "roo profiles use NAME",
      about: "Uses a profile for new tasks.",
      flags: { mode },
      words: { least: 1, most: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const host = openHost();
  const [name = ""] = parsed.words;
  await host.profiles.require(name);
  const { mode: slug } = parsed.flags;
  if (slug !== undefined) requireMode(await host.configure(process.cwd()), slug);
  const file = userSettingsFile(places());
  showNotices(
    await file.change((values) =>
      slug === undefined ? { profile: name } : { modeProfiles: { ...recordOf(values.modeProfiles), [slug]: name } },
    ),
  );
  return print(slug === undefined ? `using ${visibleText(name)}` : `using ${visibleText(name)} in ${slug} mode`);
}

function recordOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

async function test(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo profiles test NAME",
      about: "Asks the profile's model to call a small tool.",
      flags: {},
      words: { least: 1, most: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const host = openHost();
  const [name = ""] = parsed.words;
  const settings = await settingsOfProfile(name, await host.profiles.require(name), {
    profiles: host.profiles,
    environment: process.env,
  });
  const { model, milliseconds, calls, form = "" } = await testProvider(settings, process.env);
  const manner = {
    native: "and calls tools",
    text: `and writes calls as text (${form}), which is understood`,
    none: "but called no tool: an agent can do little with it",
  }[calls];
  const answered = `${visibleText(model)} answered in ${(milliseconds / 1000).toFixed(1)} s`;
  return print(`${visibleText(name)} works: ${answered} ${manner}`);
}

async function remove(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo profiles remove NAME",
      about: "Removes a profile and its key.",
      flags: {},
      words: { least: 1, most: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const [name = ""] = parsed.words;
  const host = openHost();
  await host.profiles.remove(name);
  const { settings } = await host.configure(process.cwd());
  const isInUse = [settings.profile, ...Object.values(settings.modeProfiles ?? {})].includes(name);
  const left = isInUse ? ", which is still in use. Choose another with: roo profiles use NAME" : "";
  return print(`removed ${visibleText(name)}${left}`);
}

async function exportAll(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo profiles export",
      about: "Settings, profiles and modes in Roo Code's form, without keys.",
      flags: {},
      words: { least: 0, most: 0 },
    },
    args,
  );
  if (!parsed) return 0;
  const host = openHost();
  const { modes } = await host.configure(process.cwd());
  const { values: settings } = await userSettingsFile(places()).read();
  const { profiles: found } = await host.profiles.read();
  const { exportRooSettings } = await import("@roo-code/host/moving-in");
  const own = modes
    .filter(({ origin }) => origin === "user")
    .map(({ origin: _origin, source: _source, ...mode }) => mode);
  return print(exportRooSettings({ settings, profiles: Object.fromEntries(found), modes: own }).trimEnd());
}
