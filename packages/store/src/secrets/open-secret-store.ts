import { existsSync } from "node:fs";
import type { SecretStore } from "@roo-code/types";
import { FileSecretStore, type FileSecretStoreOptions, secretsFileOf } from "./file-secret-store.ts";
import { KeychainSecretStore } from "./keychain-secret-store.ts";
import { probeKeychain } from "./probe-keychain.ts";
import { loadSystemKeychain } from "./system-keychain.ts";

export interface OpenSecretStoreOptions extends FileSecretStoreOptions {
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The system's keychain when it works, else the encrypted file. Who has that file keeps it: a person who sometimes
 * logs in without a desktop would else find half of the keys in each place.
 */
export async function openSecretStore(options: OpenSecretStoreOptions): Promise<SecretStore> {
  const { home, clock, environment } = options;
  if (existsSync(secretsFileOf(home)) || !(await probeKeychain(environment))) return new FileSecretStore(options);
  return new KeychainSecretStore({ home, clock, openEntry: await loadSystemKeychain() });
}
