import { RooError, type SecretStore } from "@roo-code/types";

/** Caches secrets, so that a keychain is asked once for each. The store is opened on first use. */
export class SecretCache {
  readonly #open: () => Promise<SecretStore>;
  readonly #cached = new Map<string, string>();
  #store: Promise<SecretStore> | undefined;

  constructor(open: () => Promise<SecretStore>) {
    this.#open = open;
  }

  async get(name: string): Promise<string | undefined> {
    const known = this.#cached.get(name);
    if (known !== undefined) return known;
    const value = await (await this.#opened()).get(name);
    if (value !== undefined) this.#cached.set(name, value);
    return value;
  }

  /** undefined deletes the secret. */
  async set(name: string, value: string | undefined): Promise<void> {
    const store = await this.#opened();
    await (value === undefined ? store.delete(name) : store.set(name, value));
    if (value === undefined) this.#cached.delete(name);
    else this.#cached.set(name, value);
  }

  /** Drops the cache: another process may have changed the secrets. */
  refresh(): void {
    this.#cached.clear();
  }

  /** Every secret that can be read; damaged ones are skipped. */
  async values(): Promise<string[]> {
    const names = await (await this.#opened()).names();
    const values = await Promise.all(names.map((name) => this.#getUndamaged(name)));
    return values.filter((value) => value !== undefined);
  }

  async clear(): Promise<void> {
    const store = await this.#opened();
    for (const name of await store.names()) await store.delete(name);
    this.#cached.clear();
  }

  #opened(): Promise<SecretStore> {
    this.#store ??= this.#open().catch((error: unknown) => {
      // A locked keychain may be unlocked at the next attempt.
      this.#store = undefined;
      throw error;
    });
    return this.#store;
  }

  async #getUndamaged(name: string): Promise<string | undefined> {
    try {
      return await this.get(name);
    } catch (error) {
      if (error instanceof RooError && error.code === "secret_damaged") return undefined;
      throw error;
    }
  }
}
