import { type Clock, type ConfigurationNotice, SerialQueue } from "@roo-code/types";
import { migrateSettings } from "./migrate-settings.ts";
import { type CheckedSettings, checkSettings } from "./setting-traits.ts";
import { readSettingsContent, type SettingsLocation } from "./settings-content.ts";

export interface SettingsFileOptions extends SettingsLocation {
  readonly clock: Clock;
}

/** Values by key; undefined removes the key. */
export type SettingsChanges = Readonly<Record<string, unknown>>;

/** One settings file, JSON with comments. */
export class SettingsFile {
  readonly path: string;
  readonly #options: SettingsFileOptions;
  /** The file lock is not a queue, so one of many writers could starve. */
  readonly #changes = new SerialQueue();

  constructor(options: SettingsFileOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** The valid settings, older keys converted. Never throws and never writes, whatever is at the path. */
  async read(): Promise<CheckedSettings> {
    const { values, broken } = await readSettingsContent(this.#options);
    if (broken) return { values: {}, notices: [broken] };
    const migrated = migrateSettings(values, this.path);
    const checked = checkSettings(migrated.values, this.path);
    return { values: checked.values, notices: [...migrated.notices, ...checked.notices] };
  }

  /**
   * Sets single keys and leaves everything else unchanged; a function gets the current values. Safe against concurrent
   * writes of other processes. Throws `RooError` `invalid_setting`, `settings_busy`, `settings_too_large`,
   * `settings_write_failed`, `disk_full`; then nothing was changed.
   */
  change(
    changes: SettingsChanges | ((values: Readonly<Record<string, unknown>>) => SettingsChanges),
  ): Promise<readonly ConfigurationNotice[]> {
    const decide = typeof changes === "function" ? changes : () => changes;
    return this.#changes.run(async () => {
      // Most starts only read; writing needs much more code.
      const { changeSettingsFile } = await import("./change-settings-file.ts");
      return changeSettingsFile(this.#options, decide);
    });
  }
}
