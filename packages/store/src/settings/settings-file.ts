import { dirname } from "node:path";
import type { Clock, ConfigurationNotice } from "@roo-code/types";
import { makeFolder } from "../sync-folder.ts";
import { type CheckedSettings, checkSettings, whatItMustBe } from "./check-settings.ts";
import { editSettingsText } from "./edit-settings-text.ts";
import { withFileLock } from "./file-lock.ts";
import { InTurn } from "./in-turn.ts";
import { freeName, keepAside } from "./keep-aside.ts";
import { type MigratedSettings, migrateSettings } from "./migrate-settings.ts";
import { parseSettingsText } from "./parse-settings-text.ts";
import { maxTextBytes, readTextFile } from "./read-text-file.ts";
import { leadsOutOf, realPathOf } from "./real-path.ts";
import { privateMode, replaceFile } from "./replace-file.ts";
import { invalidSetting, outsideWorkspace, settingsTooLarge, withWriteErrors } from "./settings-errors.ts";
import { brokenFile, keptAside } from "./settings-notices.ts";

export interface SettingsFileOptions {
  readonly path: string;
  /** For a file of a workspace: a link that leads out of it is not followed. */
  readonly workspace?: string;
  readonly clock: Clock;
}

/** Values by key; undefined removes the key. */
export type SettingsChanges = Readonly<Record<string, unknown>>;

/** What a file holds, whether or not it is right. */
interface Content {
  readonly text: string;
  readonly mode: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Why nothing of it can be used. */
  readonly broken?: ConfigurationNotice;
}

/** One settings file, JSON with comments. */
export class SettingsFile {
  readonly path: string;
  readonly #workspace: string | undefined;
  readonly #clock: Clock;
  /** Those who wait for a file's lock do not queue, and one of many could wait in vain. */
  readonly #inTurn = new InTurn();

  constructor(options: SettingsFileOptions) {
    this.path = options.path;
    this.#workspace = options.workspace;
    this.#clock = options.clock;
  }

  /** What applies of it, older keys in today's form. Never throws and writes nothing, whatever is there. */
  async read(): Promise<CheckedSettings> {
    const { values, broken } = await this.#readContent();
    if (broken) return { values: {}, notices: [broken] };
    const today = migrateSettings(values, this.path);
    const checked = checkSettings(today.values, this.path);
    return { values: checked.values, notices: [...today.notices, ...checked.notices] };
  }

  /**
   * Sets single keys and leaves everything else as it is; a function is given what the file holds then. Others who
   * write the same file at the same time, in whichever process, lose nothing. Throws `RooError` `invalid_setting`,
   * `settings_busy`, `settings_too_large`, `settings_write_failed`, `disk_full`; then nothing was changed.
   */
  change(
    changes: SettingsChanges | ((values: Readonly<Record<string, unknown>>) => SettingsChanges),
  ): Promise<readonly ConfigurationNotice[]> {
    const decide = typeof changes === "function" ? changes : () => changes;
    return this.#inTurn.run(() => this.#changeLocked(decide));
  }

  #changeLocked(decide: (values: Readonly<Record<string, unknown>>) => SettingsChanges) {
    return withWriteErrors(this.path, async () => {
      if (this.#leadsOut()) throw outsideWorkspace(this.path);
      // A link among somebody's dotfiles stays one; the file it leads to is written.
      const target = realPathOf(this.path);
      await makeFolder(dirname(target));
      return withFileLock(target, this.#clock, () => this.#write(target, decide));
    });
  }

  async #write(
    target: string,
    decide: (values: Readonly<Record<string, unknown>>) => SettingsChanges,
  ): Promise<readonly ConfigurationNotice[]> {
    const content = await this.#readContent();
    const migrated = migrateSettings(content.values, this.path);
    const changes = Object.entries(decide(migrated.values));
    for (const [key, value] of changes) assertValid(key, value);
    const edits = [...migrated.changes, ...changes];
    const removesOnly = edits.every(([, value]) => value === undefined);
    if (removesOnly && content.text === "" && !content.broken) return [];
    const text = await editSettingsText(content.text, edits);
    if (Buffer.byteLength(text) > maxTextBytes) throw settingsTooLarge(this.path);

    const notices = [...migrated.notices];
    if (content.broken) notices.push(keptAside(this.path, keepAside(target, this.#clock)));
    if (text === content.text && !content.broken) return notices;
    await keepUnmigrated(target, { content, migrated });
    await replaceFile(target, text, this.#workspace === undefined ? privateMode : content.mode);
    return notices;
  }

  async #readContent(): Promise<Content> {
    const nothing = { text: "", mode: privateMode, values: {} };
    const reading = readTextFile(this.path);
    if (reading.state === "missing") return nothing;
    if (this.#leadsOut())
      return { ...nothing, broken: brokenFile(this.path, { reason: "leads out of the workspace" }) };
    if (reading.state === "broken") return { ...nothing, broken: brokenFile(this.path, reading) };
    const { values, problem } = await parseSettingsText(reading.text);
    if (problem) return { ...nothing, mode: reading.mode, broken: brokenFile(this.path, problem) };
    return { text: reading.text, mode: reading.mode, values };
  }

  #leadsOut(): boolean {
    return this.#workspace !== undefined && leadsOutOf(this.#workspace, this.path);
  }
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
  { content, migrated }: { content: Content; migrated: MigratedSettings },
): Promise<void> {
  if (migrated.firstVersion === undefined) return;
  await replaceFile(freeName(`${target}.before-v${migrated.firstVersion}`), content.text);
}
