import { dirname } from "node:path";
import type { Clock, ConfigurationNotice } from "@roo-code/types";
import { makeFolder } from "../sync-folder.ts";
import { whatItMustBe } from "./check-settings.ts";
import { editSettingsText } from "./edit-settings-text.ts";
import { withFileLock } from "./file-lock.ts";
import { freeName, keepAside } from "./keep-aside.ts";
import { type MigratedSettings, migrateSettings } from "./migrate-settings.ts";
import { maxTextBytes } from "./read-text-file.ts";
import { realPathOf } from "./real-path.ts";
import { privateMode, replaceFile } from "./replace-file.ts";
import { leadsOut, readSettingsContent, type SettingsContent, type SettingsPlace } from "./settings-content.ts";
import { invalidSetting, outsideWorkspace, settingsTooLarge, withWriteErrors } from "./settings-errors.ts";
import { keptAside } from "./settings-notices.ts";

type Values = Readonly<Record<string, unknown>>;

/** Does what `SettingsFile.change` says: `decide` is asked while nobody else can write. */
export function changeSettingsFile(
  place: SettingsPlace & { readonly clock: Clock },
  decide: (values: Values) => Values,
): Promise<readonly ConfigurationNotice[]> {
  const { path, clock } = place;
  return withWriteErrors(path, async () => {
    if (leadsOut(place)) throw outsideWorkspace(path);
    // A link among somebody's dotfiles stays one; the file it leads to is written.
    const target = realPathOf(path);
    await makeFolder(dirname(target));
    return withFileLock(target, clock, async () => {
      const content = await readSettingsContent(place);
      const migrated = migrateSettings(content.values, path);
      const text = await editedText(content, { migrated, changes: Object.entries(decide(migrated.values)) });
      if (Buffer.byteLength(text) > maxTextBytes) throw settingsTooLarge(path);
      if (text === content.text && !content.broken) return migrated.notices;

      const aside = content.broken ? [keptAside(path, keepAside(target, clock))] : [];
      await keepUnmigrated(target, { content, migrated });
      await replaceFile(target, text, place.workspace === undefined ? privateMode : content.mode);
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
  // Nothing is to be removed from nothing: that is no reason to make a file.
  if (content.text === "" && !content.broken && edits.every(([, value]) => value === undefined)) return "";
  return editSettingsText(content.text, edits);
}

function assertValid(key: string, value: unknown): void {
  if (value === undefined) return;
  const mustBe = whatItMustBe(key, value);
  if (mustBe !== undefined) throw invalidSetting(key, mustBe);
  if (!isJson(value)) throw invalidSetting(key, "something that JSON can hold");
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** The file as it was before its keys were brought to today's form, for who goes back to an older version. */
async function keepUnmigrated(
  target: string,
  { content, migrated }: { content: SettingsContent; migrated: MigratedSettings },
): Promise<void> {
  if (migrated.firstVersion === undefined) return;
  await replaceFile(freeName(`${target}.before-v${migrated.firstVersion}`), content.text);
}
