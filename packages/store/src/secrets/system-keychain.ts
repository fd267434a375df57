import type { KeychainEntry } from "./keychain-secret-store.ts";

/** Under what name a keychain shows our entries. */
export const keychainService = "roo-code";

/** Linux's other store, the kernel's keyring, forgets everything at the next start of the machine. */
export const entryOptions = { linux: { store: "secret-service" } } as const;

/**
 * Opens entries of the system's keychain. Throws when its library is not installed. Opening an entry can block the
 * whole process while the desktop's message bus is silent: probe first.
 */
export async function loadSystemKeychain(): Promise<(name: string) => KeychainEntry> {
  const { AsyncEntry } = await import("@napi-rs/keyring");
  return (name) => new AsyncEntry(keychainService, name, entryOptions);
}
