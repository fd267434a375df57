/** Where keys live. Names are `profile/<name>/apiKey` and the like; values are never logged or put into errors. */
export interface SecretStore {
  /** Which kind it is, for people: `keychain` or `file`. */
  readonly kind: string;
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Does nothing if there is none. */
  delete(name: string): Promise<void>;
  names(): Promise<string[]>;
}
