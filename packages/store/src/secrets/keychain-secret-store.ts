import { join } from "node:path";
import { type Clock, type SecretStore, SerialQueue } from "@roo-code/types";
import { withFileLock } from "../files/file-lock.ts";
import { makeFolder } from "../sync-folder.ts";
import { keychainFailed } from "./secret-errors.ts";

/** A keychain cannot list its entries; this entry does. */
const indexName = ":names";
/** Long enough for the user to unlock it. */
const timeoutMs = 60_000;

/** One entry of a keychain. Members may wait for the user, and throw any error. */
export interface KeychainEntry {
  setPassword(value: string): Promise<void>;
  getPassword(): Promise<string | null | undefined>;
  deletePassword(): Promise<unknown>;
}

export interface KeychainSecretStoreOptions {
  /** Folder of the lock for changes to the list of names. */
  readonly home: string;
  readonly clock: Clock;
  openEntry(name: string): KeychainEntry;
}

/** Secrets in the system's keychain, one entry each. Throws `RooError` `keychain_failed`. */
export class KeychainSecretStore implements SecretStore {
  readonly kind = "keychain";
  readonly #options: KeychainSecretStoreOptions;
  readonly #changes = new SerialQueue();

  constructor(options: KeychainSecretStoreOptions) {
    this.#options = options;
  }

  get(name: string): Promise<string | undefined> {
    return this.#request("be read", async () => (await this.#options.openEntry(name).getPassword()) ?? undefined);
  }

  /** The value first: a crash in between leaves an unlisted secret rather than a listed but missing one. */
  async set(name: string, value: string): Promise<void> {
    await this.#request("store a secret", () => this.#options.openEntry(name).setPassword(value));
    await this.#changeNames((names) => names.add(name));
  }

  async delete(name: string): Promise<void> {
    await this.#request("delete a secret", () => this.#options.openEntry(name).deletePassword());
    await this.#changeNames((names) => names.delete(name));
  }

  async names(): Promise<string[]> {
    return parseNames(await this.get(indexName)).sort();
  }

  #changeNames(change: (names: Set<string>) => void): Promise<void> {
    const { home, clock } = this.#options;
    return this.#changes.run(async () => {
      await makeFolder(home);
      await withFileLock(join(home, "keychain"), clock, async () => {
        const names = new Set(await this.names());
        change(names);
        await this.#request("list secrets", () =>
          this.#options.openEntry(indexName).setPassword(JSON.stringify([...names])),
        );
      });
    });
  }

  /** Converts errors, so that they do not quote secrets. */
  async #request<Result>(what: string, request: () => Promise<Result>): Promise<Result> {
    const done = new AbortController();
    const timeout = this.#options.clock.sleep(timeoutMs, done.signal).then(() => Promise.reject());
    try {
      return await Promise.race([request(), timeout]);
    } catch {
      throw keychainFailed(what);
    } finally {
      timeout.catch(() => {});
      done.abort();
    }
  }
}

function parseNames(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
