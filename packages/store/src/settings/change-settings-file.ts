import { dirname } from "node:path";
import type { Clock, ConfigurationNotice } from "@roo-code/types";
import { withFileLock } from "../files/file-lock.ts";
import { maxTextBytes } from "../files/read-text-file.ts";
import { realPathOf } from "../files/real-path.ts";
import { freeName, keepAside, privateMode, replaceFile } from "../files/replace-file.ts";
import { makeFolder } from "../sync-folder.ts";
import { editSettingsText } from "./edit-settings-text.ts";
import { type MigratedSettings, migrateSettings } from "./migrate-settings.ts";
import { expectedValue } from "./setting-traits.ts";
import { leadsOut, readSettingsContent, type SettingsContent, type SettingsLocation } from "./settings-content.ts";
import { invalidSetting, outsideWorkspace, settingsTooLarge, withWriteErrors } from "./settings-errors.ts";
import { keptAside } from "./settings-notices.ts";

type Values = Readonly<Record<string, unknown>>;

/** Implements `SettingsFile.change`: `decide` is called while the file is locked. */
export function changeSettingsFile(
  location: SettingsLocation & { readonly clock: Clock },
  decide: (values: Values) => Values,
): Promise<readonly ConfigurationNotice[]> {
  const { path, clock } = location;
  return withWriteErrors(path, async () => {
    if (leadsOut(location)) throw outsideWorkspace(path);
    // A symlink, as in a dotfiles setup, stays one; its target is written.
    const target = realPathOf(path);
    await makeFolder(dirname(target));
    return withFileLock(target, clock, async () => {
      const content = await readSettingsContent(location);
      const migrated = migrateSettings(content.values, path);
      const text = await editedText(content, { migrated, changes: Object.entries(decide(migrated.values)) });
      if (Buffer.byteLength(text) > maxTextBytes) throw settingsTooLarge(path);
      if (text === content.text && !content.broken) return migrated.notices;

      const aside = content.broken ? [keptAside(path, keepAside(target, clock))] : [];
      await keepUnmigrated(target, { content, migrated });
      await replaceFile(target, text, location.workspace === undefined ? privateMode : content.mode);
      return [...migrated.notices, ...aside];
    });
  });
}

async function editedText(
  content: SettingsContent,
  { migrated, changes }: { migrated: MigratedSettings; changes: readonly [string, unknown][] },
): Promise<string> {
  for (const [key, value] of changes) assertValid(key, value);
  const edits = [...migrated.changes, ...changes];
  // Removing keys from a missing file must not create it.
  if (content.text === "" && !content.broken && edits.every(([, value]) => value === undefined)) return "";
  return editSettingsText(content.text, edits);
}

function assertValid(key: string, value: unknown): void {
  if (value === undefined) return;
  const expected = expectedValue(key, value);
  if (expected !== undefined) throw invalidSetting(key, expected);
  if (!isJson(value)) throw invalidSetting(key, "a JSON value");
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** Keeps the file from before the migration, for going back to an older version. */
async function keepUnmigrated(
  target: string,
  { content, migrated }: { content: SettingsContent; migrated: MigratedSettings },
): Promise<void> {
  if (migrated.firstVersion === undefined) return;
  await replaceFile(freeName(`${target}.before-v${migrated.firstVersion}`), content.text);
}
