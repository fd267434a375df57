import { type ConfigurationNotice, type SecretStore, SerialQueue, type Settings } from "@roo-code/types";
import { createRedactor } from "../secrets/redact.ts";
import { LargeValues } from "./large-values.ts";
import type { EffectiveSettings } from "./layers.ts";
import { loadSettings, projectSettingsFile, type SettingsSources, userSettingsFile } from "./load-settings.ts";
import { exportableSettings, importableSettings } from "./portable-settings.ts";
import { SecretCache } from "./secret-cache.ts";
import { settingTraits } from "./setting-traits.ts";
import type { SettingsFile } from "./settings-file.ts";
import { watchConfiguration } from "./watch-configuration.ts";

export interface ContextProxyOptions extends SettingsSources {
  /** Called once, when the first secret is needed: opening a keychain takes time. */
  openSecrets(): Promise<SecretStore>;
}

/** Called with the keys whose effective values changed; must not throw. */
export type ChangeListener = (keys: readonly string[]) => void;

/**
 * Access to the configuration: reads come from the cached layers, writes go to the user's settings file, secrets to the
 * secret store. Large values of unknown keys go to files of their own and are read from disk each time.
 */
export class ContextProxy {
  readonly #sources: SettingsSources;
  readonly #file: SettingsFile;
  readonly #large: LargeValues;
  readonly #secrets: SecretCache;
  readonly #listeners = new Set<ChangeListener>();
  readonly #changes = new SerialQueue();
  #state: EffectiveSettings = { values: {}, origins: [], notices: [] };

  private constructor(options: ContextProxyOptions) {
    this.#sources = options;
    this.#file = userSettingsFile(options);
    this.#large = new LargeValues(options);
    this.#secrets = new SecretCache(() => options.openSecrets());
  }

  static async createInstance(options: ContextProxyOptions): Promise<ContextProxy> {
    const proxy = new ContextProxy(options);
    await proxy.reload();
    return proxy;
  }

  /** The effective settings, with origins and notices. */
  get state(): EffectiveSettings {
    return this.#state;
  }

  getValue<Key extends keyof Settings>(key: Key): Settings[Key] {
    const isCached = settingTraits.has(key) || Object.hasOwn(this.#state.values, key);
    const holder: Settings = isCached ? this.#state.values : { [key]: this.#large.read(key) };
    return holder[key];
  }

  /** All cached values: without large ones. */
  getValues(): Settings {
    return { ...this.#state.values };
  }

  /** Resolves once it is on disk; undefined removes the key. Throws like `SettingsFile.change`. */
  setValue<Key extends keyof Settings>(key: Key, value: Settings[Key]): Promise<void> {
    return this.setValues({ [key]: value });
  }

  async setValues(values: Settings): Promise<void> {
    const large = Object.entries(values).filter(([key, value]) => isStoredApart(key, value));
    const small = Object.entries(values).filter(([key, value]) => !isStoredApart(key, value));
    for (const [key, value] of large) await this.#large.write(key, value);
    // When both forms exist the small one is used, so that a crash in between leaves the old or the new value.
    const changes = [...small, ...large.map(([key]) => [key, undefined] as const)];
    await this.#file.change(Object.fromEntries(changes));
    for (const [key] of small) this.#large.remove(key);
    await this.reload(large.map(([key]) => key));
  }

  getSecret(name: string): Promise<string | undefined> {
    return this.#secrets.get(name);
  }

  /** undefined deletes the secret. */
  storeSecret(name: string, value: string | undefined): Promise<void> {
    return this.#secrets.set(name, value);
  }

  /** Drops the cached secrets: another process may have changed them. */
  refreshSecrets(): void {
    this.#secrets.refresh();
  }

  /** Calls `listener` after changes. The returned function unsubscribes and may be called twice. */
  onDidChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Watches the files, so that listeners are notified of external changes within a second. Returns a function that stops it. */
  follow(): () => void {
    const { workspace, clock } = this.#sources;
    const project = workspace === undefined ? [] : [projectSettingsFile({ workspace, clock }).path];
    const watch = watchConfiguration({ paths: [this.#file.path, ...project], onChange: () => void this.reload() });
    return () => watch.dispose();
  }

  /** Reads every layer again. Listeners are also called for the keys in `alsoChanged`. */
  reload(alsoChanged: readonly string[] = []): Promise<void> {
    return this.#changes.run(async () => {
      const before = this.#state;
      this.#state = await loadSettings(this.#sources);
      const keys = [...new Set([...changedKeys(before.values, this.#state.values), ...alsoChanged])];
      if (keys.length > 0) for (const listener of this.#listeners) listener(keys);
    });
  }

  /** The user's own settings, without keys that look like secrets and without stored secrets in values. */
  async export(): Promise<Settings> {
    const { values } = await this.#file.read();
    return exportableSettings(values, createRedactor(await this.#secrets.values()));
  }

  /** Applies the valid part of settings from elsewhere and returns notices about the rest. */
  async import(values: Readonly<Record<string, unknown>>): Promise<readonly ConfigurationNotice[]> {
    const importable = importableSettings(values, "import");
    await this.setValues(importable.values);
    return importable.notices;
  }

  /** Deletes the user's settings, large values and secrets. */
  async resetAllState(): Promise<void> {
    await this.#file.change((values) => Object.fromEntries(Object.keys(values).map((key) => [key, undefined])));
    this.#large.clear();
    await this.#secrets.clear();
    await this.reload();
  }
}

/** Keys of the schema always stay in the settings file, however large. */
function isStoredApart(key: string, value: unknown): boolean {
  return !settingTraits.has(key) && LargeValues.isLarge(value);
}

function changedKeys(before: Settings, after: Settings): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
