import type { ConfigurationNotice } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import type { ConfigurationEntry, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationFolders, configurationRoots } from "./files/configuration-roots.ts";
import { type Hook, type HookEvent, hookEvents, parseHook } from "./parse-hook.ts";
import { type ParseOutcome, parseJson, parseYaml } from "./text/parse-text.ts";

export interface LoadHooksOptions extends ConfigurationFolders {
  /** Whether the user trusts the workspace's configuration. Until then none of its hooks runs. */
  readonly isTrusted: boolean;
}

export interface LoadedHooks {
  /** The user's first, then the project's, each in file order. */
  readonly hooks: readonly Hook[];
  /** The hooks of an untrusted project, for review. */
  readonly withheld: readonly Hook[];
  readonly notices: readonly ConfigurationNotice[];
}

const fileNames = ["hooks.json", "hooks.yaml", "hooks.yml"];
const maxFileBytes = 1_000_000;
const maxHooks = 100;

/** The hooks of `<home>/hooks.json` and `<workspace>/.roo/hooks.json`, or `.yaml`. Runs none; never throws. */
export async function loadHooks(options: LoadHooksOptions): Promise<LoadedHooks> {
  const { user, project } = configurationRoots(options);
  const ofUser = await readHooks(user, "");
  const ofProject = await readHooks(project, ".roo/");
  const withheld = options.isTrusted ? [] : ofProject;
  for (const { name, source } of withheld) {
    project.report(
      "not_trusted",
      source,
      `the hook ${name} is not run: this folder is not trusted (roo config trust).`,
    );
  }
  const hooks = options.isTrusted ? [...ofUser, ...ofProject] : ofUser;
  return { hooks, withheld, notices: [...user.notices, ...project.notices] };
}

async function readHooks(root: ConfigurationRoot, folder: string): Promise<Hook[]> {
  const [file, ...others] = fileNames.flatMap((name) => root.findFile(folder + name) ?? []);
  if (!file) return [];
  for (const { path } of others) root.report("invalid_value", path, `it is ignored because ${file.name} exists.`);
  const text = root.readWhole(file, maxFileBytes);
  if (text === undefined) return [];
  const found = listsOf(await parse(file, text));
  if ("problem" in found) {
    root.report("broken_file", file.path, found.problem);
    return [];
  }
  reportUnknown(root, file, "it", [...found.unknownKeys, ...found.unknownEvents]);
  return found.entries.flatMap(([on, entry, label]) => readHook(root, file, { on, entry, label }) ?? []);
}

function parse(file: ConfigurationEntry, text: string): Promise<ParseOutcome> {
  return file.name.endsWith(".json") ? parseJson(text) : parseYaml(text);
}

interface FoundLists {
  readonly entries: readonly (readonly [on: HookEvent, entry: unknown, label: string])[];
  readonly unknownKeys: readonly string[];
  readonly unknownEvents: readonly string[];
}

function listsOf(parsed: ParseOutcome): FoundLists | { problem: string } {
  if ("problem" in parsed) return parsed;
  const { value } = parsed;
  if (!isRecord(value) || !isRecord(value.hooks)) return { problem: "it has no hooks." };
  const lists = value.hooks;
  const invalid = hookEvents.find((on) => Object.hasOwn(lists, on) && !Array.isArray(lists[on]));
  if (invalid) return { problem: `its ${invalid} is not a list.` };
  const entries = hookEvents.flatMap((on) => {
    const list: unknown = Object.hasOwn(lists, on) ? lists[on] : [];
    return Array.isArray(list) ? list.map((entry: unknown, index) => [on, entry, `${on} ${index + 1}`] as const) : [];
  });
  if (entries.length > maxHooks) return { problem: `it has more than ${maxHooks} hooks.` };
  return {
    entries,
    unknownKeys: Object.keys(value).filter((key) => key !== "hooks" && key !== "$schema"),
    unknownEvents: Object.keys(lists).filter((key) => !hookEvents.some((on) => on === key)),
  };
}

function readHook(
  root: ConfigurationRoot,
  file: ConfigurationEntry,
  { on, entry, label }: { on: HookEvent; entry: unknown; label: string },
): Hook | undefined {
  const parsed = parseHook(on, entry);
  if ("problem" in parsed) {
    return root.report("invalid_value", file.path, `the hook ${label} is not run: ${parsed.problem}.`);
  }
  reportUnknown(root, file, `the hook ${label}`, Object.keys(parsed.other ?? {}));
  return { ...parsed, origin: root.origin, source: file.path };
}

function reportUnknown(root: ConfigurationRoot, file: ConfigurationEntry, what: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const named = keys.slice(0, 10).map((key) => key.slice(0, 50));
  root.report("unknown_key", file.path, `${what} has unknown keys: ${named.join(", ")}.`);
}
