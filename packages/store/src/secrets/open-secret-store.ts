import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SecretStore } from "@roo-code/types";
import { FileSecretStore, type FileSecretStoreOptions, secretsFileOf } from "./file-secret-store.ts";
import { type KeychainEntry, KeychainSecretStore } from "./keychain-secret-store.ts";

export interface OpenSecretStoreOptions extends FileSecretStoreOptions {
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The system's keychain if it works, else the encrypted file. An existing file stays in use: otherwise a user who
 * sometimes logs in without a desktop would have half of the secrets in each store.
 */
export async function openSecretStore(options: OpenSecretStoreOptions): Promise<SecretStore> {
  const { home, clock, environment } = options;
  if (existsSync(secretsFileOf(home)) || !(await probeKeychain(environment))) return new FileSecretStore(options);
  return new KeychainSecretStore({ home, clock, openEntry: await loadSystemKeychain() });
}

const probeTimeoutMs = 2_000;

/** The variables needed to find the user's keychain, and none that could contain a key. */
const neededVariables = [
  ["PATH", "HOME", "USER", "LOGNAME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"],
  ["SystemRoot", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
].flat();

/**
 * Whether the keychain works, tested with an entry. Never throws. Runs in a separate process: the library blocks the whole
 * process while it waits for a message bus that does not answer, and only a process can be killed then.
 */
function probeKeychain(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const library = findLibrary();
  if (library === undefined || !mayHaveKeychain(environment)) return Promise.resolve(false);
  const needed = neededVariables.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  );
  // Inside an editor, execPath is the editor.
  const env = { ...Object.fromEntries(needed), ELECTRON_RUN_AS_NODE: "1" };
  const args = ["--input-type=module", "--eval", probeProgram, library];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, timeout: probeTimeoutMs, killSignal: "SIGKILL" }, (error) =>
      resolve(!error),
    );
  });
}

function findLibrary(): string | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve("@napi-rs/keyring")).href;
  } catch {
    return undefined;
  }
}

/** Without a message bus, as on a server or in a container, there is no secret service. */
function mayHaveKeychain({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): boolean {
  if (process.platform !== "linux" || DBUS_SESSION_BUS_ADDRESS) return true;
  return XDG_RUNTIME_DIR !== undefined && existsSync(join(XDG_RUNTIME_DIR, "bus"));
}

/** The service name of our entries. */
const keychainService = "roo-code";

/** Linux's other store, the kernel keyring, is lost at reboot. */
const entryOptions = { linux: { store: "secret-service" } } as const;

/**
 * Opens entries of the system's keychain. Throws if its library is not installed. Opening an entry can block the whole
 * process while the desktop's message bus does not answer: probe first.
 */
async function loadSystemKeychain(): Promise<(name: string) => KeychainEntry> {
  const { AsyncEntry } = await import("@napi-rs/keyring");
  return (name) => new AsyncEntry(keychainService, name, entryOptions);
}

const probeProgram = `
const { AsyncEntry } = await import(process.argv[1]);
const entry = new AsyncEntry(${JSON.stringify(keychainService)}, ":probe-" + process.pid, ${JSON.stringify(entryOptions)});
await entry.setPassword("probe");
const found = await entry.getPassword();
await entry.deletePassword();
process.exit(found === "probe" ? 0 : 1);
`;
