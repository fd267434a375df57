import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Clock, type ConfigurationNotice, type SecretStore, SerialQueue } from "@roo-code/types";
import { withFileLock } from "../files/file-lock.ts";
import { maxTextBytes, readTextFile } from "../files/read-text-file.ts";
import { keepAside, replaceFile } from "../files/replace-file.ts";
import { parseSettingsText } from "../settings/parse-jsonc.ts";
import { settingsTooLarge, withWriteErrors } from "../settings/settings-errors.ts";
import { brokenFile, keptAside } from "../settings/settings-notices.ts";
import { makeFolder } from "../sync-folder.ts";
import { keyBytes, makePrivate, openSealed, sealSecret } from "./protect-secrets.ts";
import { secretDamaged } from "./secret-errors.ts";

export interface FileSecretStoreOptions {
  readonly home: string;
  readonly clock: Clock;
  /** Called when something was repaired or kept aside; must not throw. */
  readonly onNotice?: (notice: ConfigurationNotice) => void;
}

/** Encrypted secrets by name, as in the file. */
interface Entries {
  readonly byName: Map<string, unknown>;
  readonly isBroken: boolean;
}

/**
 * Secrets in `<home>/secrets.json`, each encrypted with the key in `<home>/secrets.key`, so that a copy of one file alone
 * does not reveal them. Both are readable by the owner only.
 */
export class FileSecretStore implements SecretStore {
  readonly kind = "file";
  readonly #home: string;
  readonly #file: string;
  readonly #keyFile: string;
  readonly #clock: Clock;
  readonly #onNotice: (notice: ConfigurationNotice) => void;
  readonly #changes = new SerialQueue();
  #isKnownBroken = false;

  constructor({ home, clock, onNotice }: FileSecretStoreOptions) {
    this.#home = home;
    this.#file = secretsFileOf(home);
    this.#keyFile = join(home, "secrets.key");
    this.#clock = clock;
    this.#onNotice = onNotice ?? (() => {});
  }

  /** Throws `RooError` `secret_damaged` for an entry that cannot be decrypted; the others can still be read. */
  async get(name: string): Promise<string | undefined> {
    const { byName } = await this.#read();
    if (!byName.has(name)) return undefined;
    const key = this.#readKey();
    const value = key && openSealed(name, byName.get(name), key);
    if (value === undefined) throw secretDamaged(name);
    return value;
  }

  set(name: string, value: string): Promise<void> {
    return this.#locked(async () => {
      const key = this.#readKey() ?? (await this.#makeKey());
      await this.#change((byName) => byName.set(name, sealSecret({ name, value }, key)));
    });
  }

  delete(name: string): Promise<void> {
    return this.#locked(async () => {
      const { byName } = await this.#read();
      if (byName.has(name)) await this.#change((entries) => entries.delete(name));
    });
  }

  async names(): Promise<string[]> {
    return [...(await this.#read()).byName.keys()].sort();
  }

  #locked(action: () => Promise<void>): Promise<void> {
    return this.#changes.run(() =>
      withWriteErrors(this.#file, async () => {
        await makeFolder(this.#home);
        await withFileLock(this.#file, this.#clock, action);
      }),
    );
  }

  async #change(change: (byName: Map<string, unknown>) => void): Promise<void> {
    const { byName, isBroken } = await this.#read();
    if (isBroken) this.#keepAside(this.#file);
    change(byName);
    const text = `${JSON.stringify({ version: 1, secrets: Object.fromEntries(byName) }, null, 2)}\n`;
    if (Buffer.byteLength(text) > maxTextBytes) throw settingsTooLarge(this.#file);
    await replaceFile(this.#file, text);
  }

  async #read(): Promise<Entries> {
    this.#protect(this.#file);
    const reading = readTextFile(this.#file);
    if (reading.state === "missing") return { byName: new Map(), isBroken: false };
    const parsed = reading.state === "text" ? await parseSettingsText(reading.text) : { problem: reading };
    const secrets = parsed.values?.secrets;
    if (typeof secrets === "object" && secrets !== null) {
      this.#isKnownBroken = false;
      return { byName: new Map(Object.entries(secrets)), isBroken: false };
    }
    // Only once: this runs for every secret.
    if (!this.#isKnownBroken)
      this.#onNotice(brokenFile(this.#file, parsed.problem ?? { reason: "does not contain secrets" }));
    this.#isKnownBroken = true;
    return { byName: new Map(), isBroken: true };
  }

  /** undefined if there is no valid key file. */
  #readKey(): Buffer | undefined {
    this.#protect(this.#keyFile);
    const stat = statSync(this.#keyFile, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size === keyBytes ? readFileSync(this.#keyFile) : undefined;
  }

  /** The old file cannot be decrypted without the lost key, but is kept in case it is found again. */
  async #makeKey(): Promise<Buffer> {
    for (const path of [this.#file, this.#keyFile]) if (existsSync(path)) this.#keepAside(path);
    const key = randomBytes(keyBytes);
    await replaceFile(this.#keyFile, key);
    return key;
  }

  #keepAside(path: string): void {
    this.#onNotice(keptAside(path, keepAside(path, this.#clock)));
  }

  #protect(path: string): void {
    const notice = makePrivate(path);
    if (notice) this.#onNotice(notice);
  }
}

export function secretsFileOf(home: string): string {
  return join(home, "secrets.json");
}
