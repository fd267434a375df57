import type { ConfigurationNotice, SecretStore, Settings } from "@roo-code/types";
import { createRedactor } from "../secrets/redact.ts";
import { InTurn } from "./in-turn.ts";
import { LargeValues } from "./large-values.ts";
import type { EffectiveSettings } from "./layers.ts";
import { exportableSettings, importableSettings } from "./portable-settings.ts";
import { SecretCache } from "./secret-cache.ts";
import { settingTraits } from "./setting-traits.ts";
import type { SettingsFile } from "./settings-file.ts";
import { loadSettings, projectSettingsFile, type SettingsSources, userSettingsFile } from "./settings-layers.ts";
import { watchConfiguration } from "./watch-configuration.ts";

export interface ContextProxyOptions extends SettingsSources {
  /** Called once, when a secret is first needed: opening a keychain takes time. */
  openSecrets(): Promise<SecretStore>;
}

/** Told of the keys whose effective values changed; must not throw. */
export type ChangeListener = (keys: readonly string[]) => void;

/**
 * One door to the configuration: reads come from what is cached of all layers, writes go to the user's settings file,
 * secrets to the secret store. Values that no layer names and that are large go to files of their own and are read
 * from there each time.
 */
export class ContextProxy {
  readonly #sources: SettingsSources;
  readonly #file: SettingsFile;
  readonly #large: LargeValues;
  readonly #secrets: SecretCache;
  readonly #listeners = new Set<ChangeListener>();
  readonly #inTurn = new InTurn();
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

  /** Everything in effect, with origins and notices. */
  get state(): EffectiveSettings {
    return this.#state;
  }

  getValue<Key extends keyof Settings>(key: Key): Settings[Key] {
    const isCached = settingTraits.has(key) || Object.hasOwn(this.#state.values, key);
    const holder: Settings = isCached ? this.#state.values : { [key]: this.#large.read(key) };
    return holder[key];
  }

  /** All that is cached: without large values. */
  getValues(): Settings {
    return { ...this.#state.values };
  }

  /** Resolves once it is on disk; undefined removes. Throws as `SettingsFile.change` says. */
  setValue<Key extends keyof Settings>(key: Key, value: Settings[Key]): Promise<void> {
    return this.setValues({ [key]: value });
  }

  async setValues(values: Settings): Promise<void> {
    const large = Object.entries(values).filter(([key, value]) => passesThrough(key, value));
    const small = Object.entries(values).filter(([key, value]) => !passesThrough(key, value));
    for (const [key, value] of large) await this.#large.write(key, value);
    // The small form has the last word when both are there, so that a crash in between leaves the old or the new one.
    const changes = [...small, ...large.map(([key]) => [key, undefined] as const)];
    await this.#file.change(Object.fromEntries(changes));
    for (const [key] of small) this.#large.remove(key);
    await this.reload(large.map(([key]) => key));
  }

  getSecret(name: string): Promise<string | undefined> {
    return this.#secrets.get(name);
  }

  /** undefined deletes. */
  storeSecret(name: string, value: string | undefined): Promise<void> {
    return this.#secrets.set(name, value);
  }

  /** Asks the store again from now on: another process may have changed it. */
  refreshSecrets(): void {
    this.#secrets.refresh();
  }

  /** Calls back after changes; the result ends that and may be called twice. */
  onDidChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** From now on listeners are told within a second what others change in the files; the result ends that. */
  follow(): () => void {
    const { workspace, clock } = this.#sources;
    const project = workspace === undefined ? [] : [projectSettingsFile({ workspace, clock }).path];
    const watch = watchConfiguration({ paths: [this.#file.path, ...project], onChange: () => void this.reload() });
    return () => watch.dispose();
  }

  /** Reads every layer again. `alsoChanged` are told to listeners whatever the layers say. */
  reload(alsoChanged: readonly string[] = []): Promise<void> {
    return this.#inTurn.run(async () => {
      const before = this.#state;
      this.#state = await loadSettings(this.#sources);
      const keys = [...new Set([...changedKeys(before.values, this.#state.values), ...alsoChanged])];
      if (keys.length > 0) for (const listener of this.#listeners) listener(keys);
    });
  }

  /** The user's own settings, without anything that is called like a secret or holds a stored one. */
  async export(): Promise<Settings> {
    const { values } = await this.#file.read();
    return exportableSettings(values, createRedactor(await this.#secrets.values()));
  }

  /** Takes over what is right in settings from elsewhere, and says what was left out. */
  async import(values: Readonly<Record<string, unknown>>): Promise<readonly ConfigurationNotice[]> {
    const importable = importableSettings(values, "import");
    await this.setValues(importable.values);
    return importable.notices;
  }

  /** Back to the beginning: the user's settings, large values and secrets are gone. */
  async resetAllState(): Promise<void> {
    await this.#file.change((values) => Object.fromEntries(Object.keys(values).map((key) => [key, undefined])));
    this.#large.clear();
    await this.#secrets.clear();
    await this.reload();
  }
}

/** The schema's own keys are settings, however long. */
function passesThrough(key: string, value: unknown): boolean {
  return !settingTraits.has(key) && LargeValues.isLarge(value);
}

function changedKeys(before: Settings, after: Settings): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
