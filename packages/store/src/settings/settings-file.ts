import type { Clock, ConfigurationNotice } from "@roo-code/types";
import { type CheckedSettings, checkSettings } from "./check-settings.ts";
import { InTurn } from "./in-turn.ts";
import { migrateSettings } from "./migrate-settings.ts";
import { readSettingsContent, type SettingsPlace } from "./settings-content.ts";

export interface SettingsFileOptions extends SettingsPlace {
  readonly clock: Clock;
}

/** Values by key; undefined removes the key. */
export type SettingsChanges = Readonly<Record<string, unknown>>;

/** One settings file, JSON with comments. */
export class SettingsFile {
  readonly path: string;
  readonly #options: SettingsFileOptions;
  /** Those who wait for a file's lock do not queue, and one of many could wait in vain. */
  readonly #inTurn = new InTurn();

  constructor(options: SettingsFileOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** What applies of it, older keys in today's form. Never throws and writes nothing, whatever is there. */
  async read(): Promise<CheckedSettings> {
    const { values, broken } = await readSettingsContent(this.#options);
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
    return this.#inTurn.run(async () => {
      // Most starts only read, and writing needs a good deal more code.
      const { changeSettingsFile } = await import("./change-settings-file.ts");
      return changeSettingsFile(this.#options, decide);
    });
  }
}
