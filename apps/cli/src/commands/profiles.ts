import { requireMode, settingsOfProfile, shownProfile, testProvider, userSettingsFile } from "@roo-code/host";
import type { Profile, Settings } from "@roo-code/types";
import { choice, text } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { print, subcommand, withSubcommands } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { addProfile } from "./add-profile.ts";

const output = choice(["text", "json"], "text or json (default: text)");
const mode = text("SLUG", "for this mode only");
const format = choice(["roo", "profiles"], "roo-code-settings.json, or only the profiles (default: roo)");
const oneName = { min: 1, max: 1 };

export const profiles = withSubcommands({
  name: "profiles",
  help: `roo profiles list|add|use|test|remove|export

  list [--output json]                       list profiles; * is the one in use
  add NAME --provider ID [--model ID] …      add or replace a profile; the API key goes to the secret store
  use NAME [--mode SLUG]                     use a profile for new tasks, or for one mode
  test NAME                                  test that the model answers and can call tools
  remove NAME                                remove a profile and its API key
  export [--format roo|profiles]             export settings, profiles and modes as roo-code-settings.json, or only the
                                             profiles; without keys. roo import --from FILE reads both`,
  commands: {
    list: subcommand({ usage: "roo profiles list", about: "List the profiles.", flags: { output } }, ({ flags }) =>
      list(flags.output === "json"),
    ),
    add: addProfile,
    use: subcommand(
      { usage: "roo profiles use NAME", about: "Use a profile for new tasks.", flags: { mode }, positionals: oneName },
      ({ flags, positionals: [chosen = ""] }) => use(chosen, flags.mode),
    ),
    test: subcommand(
      {
        usage: "roo profiles test NAME",
        about: "Test that the profile's model answers and can call tools.",
        flags: {},
        positionals: oneName,
      },
      ({ positionals: [tested = ""] }) => test(tested),
    ),
    remove: subcommand(
      {
        usage: "roo profiles remove NAME",
        about: "Remove a profile and its API key.",
        flags: {},
        positionals: oneName,
      },
      ({ positionals: [removed = ""] }) => remove(removed),
    ),
    export: subcommand(
      {
        usage: "roo profiles export [--format roo|profiles]",
        about: "Export settings, profiles and modes as roo-code-settings.json, or only the profiles. Without keys.",
        flags: { format },
      },
      ({ flags }) => (flags.format === "profiles" ? list(true) : exportAll()),
    ),
  },
});

async function list(asJson: boolean): Promise<number> {
  const host = openHost();
  const { profiles: stored, notices } = await host.profiles.read();
  const found = new Map([...stored].map(([name, profile]) => [name, shownProfile(profile)]));
  if (asJson) return print(JSON.stringify(Object.fromEntries(found), null, 2));
  showNotices(notices);
  if (found.size === 0)
    return print("No profiles yet. Add one with: roo profiles add main --provider openai --model … --api-key …");
  const { settings } = await host.configure(process.cwd());
  return print([...found].map(([name, profile]) => row(name, profile, settings)).join("\n"));
}

function row(name: string, profile: Profile, { profile: inUse, modeProfiles = {} }: Settings): string {
  const { apiProvider, apiModelId, apiBaseUrl, fallback } = profile;
  const modes = Object.keys(modeProfiles).filter((slug) => modeProfiles[slug] === name);
  const parts = [
    apiProvider,
    apiModelId,
    apiBaseUrl,
    fallback && `then ${fallback.join(", ")}`,
    modes.length > 0 && `in mode ${modes.join(", ")}`,
  ];
  return visibleText(`${inUse === name ? "*" : " "} ${name}  ${parts.filter(Boolean).join("  ")}`);
}

async function use(chosen: string, slug: string | undefined): Promise<number> {
  const host = openHost();
  await host.profiles.require(chosen);
  if (slug !== undefined) requireMode(await host.configure(process.cwd()), slug);
  const file = userSettingsFile(processContext());
  showNotices(
    await file.change((values) =>
      slug === undefined ? { profile: chosen } : { modeProfiles: { ...recordOf(values.modeProfiles), [slug]: chosen } },
    ),
  );
  return print(slug === undefined ? `using ${visibleText(chosen)}` : `using ${visibleText(chosen)} in ${slug} mode`);
}

function recordOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

async function test(tested: string): Promise<number> {
  const host = openHost();
  const settings = await settingsOfProfile(tested, await host.profiles.require(tested), {
    profiles: host.profiles,
    environment: process.env,
  });
  const { model, milliseconds, calls, form = "" } = await testProvider(settings, process.env);
  const toolSupport = {
    native: "and calls tools",
    text: `and writes tool calls as text (${form}), which is supported`,
    none: "but does not call tools, so an agent can do little with it",
  }[calls];
  const answered = `${visibleText(model)} answered in ${(milliseconds / 1000).toFixed(1)} s`;
  return print(`${visibleText(tested)} works: ${answered} ${toolSupport}`);
}

async function remove(removed: string): Promise<number> {
  const host = openHost();
  await host.profiles.remove(removed);
  const { settings } = await host.configure(process.cwd());
  const isInUse = [settings.profile, ...Object.values(settings.modeProfiles ?? {})].includes(removed);
  const left = isInUse ? ", which is still in use. Choose another with: roo profiles use NAME" : "";
  return print(`removed ${visibleText(removed)}${left}`);
}

async function exportAll(): Promise<number> {
  const host = openHost();
  const { modes } = await host.configure(process.cwd());
  const { values: settings } = await userSettingsFile(processContext()).read();
  const { profiles: found } = await host.profiles.read();
  const { exportRooSettings } = await import("@roo-code/host/import-export");
  const own = modes
    .filter(({ origin }) => origin === "user")
    .map(({ origin: _origin, source: _source, ...definition }) => definition);
  return print(exportRooSettings({ settings, profiles: Object.fromEntries(found), modes: own }).trimEnd());
}
