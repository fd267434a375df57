import { join } from "node:path";
import { type Clock, type ConfigurationNotice, type Profile, RooError, type SecretStore } from "@roo-code/types";
import { withFileLock } from "../files/file-lock.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { keepAside, replaceFile } from "../files/replace-file.ts";
import { parseSettingsText } from "../settings/parse-jsonc.ts";
import { withWriteErrors } from "../settings/settings-errors.ts";
import { brokenFile, invalidValue, keptAside } from "../settings/settings-notices.ts";
import { makeFolder } from "../sync-folder.ts";
import { type ProfileSecrets, parseTexts, splitProfile } from "./profile-secrets.ts";
import { toProfile } from "./to-profile.ts";

export interface LoadedProfiles {
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly notices: readonly ConfigurationNotice[];
}

/**
 * Named provider profiles in `<home>/profiles.json`. Secrets are never in the file: they go to the secret store, and the
 * file contains at most a reference such as `${env:OPENAI_API_KEY}`.
 */
export class ProfilesFile {
  readonly path: string;
  readonly #home: string;
  readonly #clock: Clock;
  readonly #secrets: () => Promise<SecretStore>;

  /** The secret store is opened on first use. */
  constructor(options: { home: string; clock: Clock; secrets: () => Promise<SecretStore> }) {
    this.#home = options.home;
    this.path = join(options.home, "profiles.json");
    this.#clock = options.clock;
    this.#secrets = options.secrets;
  }

  /** Never throws: invalid profiles are skipped with a notice. */
  async read(): Promise<LoadedProfiles> {
    const { values, broken } = await this.#readValues();
    const profiles = new Map<string, Profile>();
    const notices: ConfigurationNotice[] = broken ? [broken] : [];
    for (const [name, value] of Object.entries(values)) {
      const profile = toProfile(value);
      if (profile) profiles.set(name, profile);
      else notices.push(invalidValue(this.path, { key: name, expected: "a profile with at least an apiProvider" }));
    }
    return { profiles, notices };
  }

  /** Throws `profile_not_found`. */
  async require(name: string): Promise<Profile> {
    const { profiles, notices } = await this.read();
    const profile = profiles.get(name);
    if (profile) return profile;
    const { message, next } = profileNotFound(name, [...profiles.keys()]);
    // Problems of the file explain why it is not found.
    const problem = notices.map((notice) => notice.message).join(" ");
    throw new RooError({ code: "profile_not_found", message, next: problem || next });
  }

  /**
   * Adds or replaces a profile. Its secrets go to the secret store. Without a key the stored one is kept, unless the
   * profile now points to another server: a key must not be sent there.
   */
  async save(name: string, profile: Profile): Promise<readonly ConfigurationNotice[]> {
    if (!/^[^/\p{C}]{1,80}$/u.test(name) || name.trim() !== name) {
      throw new RooError({
        code: "bad_profile_name",
        message: "A profile name must have 1 to 80 characters, no slash, and no leading or trailing space.",
        next: "Choose another name.",
      });
    }
    const { open, secrets } = splitProfile(profile);
    const before = (await this.read()).profiles.get(name);
    await this.#saveSecrets(name, { open, secrets, before });
    return this.#change((values) => ({ ...values, [name]: open }));
  }

  /** Removes a profile and its secrets. Throws `profile_not_found`. */
  async remove(name: string): Promise<void> {
    const { stored = [] } = await this.require(name);
    const store = await this.#secrets();
    for (const part of ["apiKey", ...stored]) await store.delete(secretName(name, part));
    await this.#change((values) => Object.fromEntries(Object.entries(values).filter(([other]) => other !== name)));
  }

  /** The stored secrets of a profile. */
  async secretsOf(name: string, { apiKey: reference, stored = [] }: Profile): Promise<ProfileSecrets> {
    if (reference !== undefined && stored.length === 0) return {};
    const store = await this.#secrets();
    const read = (part: string) => store.get(secretName(name, part));
    const apiKey = reference === undefined ? await read("apiKey") : undefined;
    const credentials = stored.includes("credentials") ? await read("credentials") : undefined;
    const headers = stored.includes("headers") ? await read("headers") : undefined;
    return { apiKey, credentials, headers: headers === undefined ? undefined : parseTexts(headers) };
  }

  async forgetKey(name: string): Promise<void> {
    await (await this.#secrets()).delete(secretName(name, "apiKey"));
  }

  async #saveSecrets(name: string, { open, secrets, before }: SavedProfile): Promise<void> {
    const { apiKey, credentials, headers } = secrets;
    const set = {
      ...(apiKey !== undefined && { apiKey }),
      ...(credentials !== undefined && { credentials }),
      ...(headers !== undefined && { headers: JSON.stringify(headers) }),
    };
    const removed = [
      ...(apiKey === undefined && before && dropsKey(before, open) ? ["apiKey"] : []),
      ...(before?.stored ?? []).filter((part) => !Object.hasOwn(set, part)),
    ];
    if (removed.length === 0 && Object.keys(set).length === 0) return;
    const store = await this.#secrets();
    for (const [part, value] of Object.entries(set)) await store.set(secretName(name, part), value);
    for (const part of removed) await store.delete(secretName(name, part));
  }

  #change(
    decide: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): Promise<readonly ConfigurationNotice[]> {
    return withWriteErrors(this.path, async () => {
      await makeFolder(this.#home);
      return withFileLock(this.path, this.#clock, async () => {
        const { values, broken } = await this.#readValues();
        const notices = broken ? [keptAside(this.path, keepAside(this.path, this.#clock))] : [];
        await replaceFile(this.path, `${JSON.stringify(decide(values), null, 2)}\n`);
        return notices;
      });
    });
  }

  async #readValues(): Promise<{ values: Readonly<Record<string, unknown>>; broken?: ConfigurationNotice }> {
    const reading = readTextFile(this.path);
    if (reading.state === "missing") return { values: {} };
    if (reading.state === "broken") return { values: {}, broken: brokenFile(this.path, reading) };
    const { values, problem } = await parseSettingsText(reading.text);
    return problem ? { values: {}, broken: brokenFile(this.path, problem) } : { values };
  }
}

function profileNotFound(name: string, known: readonly string[]): RooError {
  const next =
    known.length > 0
      ? `The profiles are: ${known.join(", ")}.`
      : "There are no profiles yet. Add one with: roo profiles add NAME --provider ID --model ID";
  return new RooError({ code: "profile_not_found", message: `There is no profile "${name}".`, next });
}

interface SavedProfile {
  readonly open: Profile;
  readonly secrets: ProfileSecrets;
  readonly before: Profile | undefined;
}

/** Whether the stored key is not for the new profile. */
function dropsKey(before: Profile, { apiKey, apiProvider, apiBaseUrl }: Profile): boolean {
  return apiKey !== undefined || before.apiProvider !== apiProvider || before.apiBaseUrl !== apiBaseUrl;
}

function secretName(profile: string, part: string): string {
  return `profile/${profile}/${part}`;
}
