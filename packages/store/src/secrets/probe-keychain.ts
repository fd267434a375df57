import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { entryOptions, keychainService } from "./system-keychain.ts";

const probeWithinMs = 2_000;

/** What a program needs to find its user's keychain, and nothing that could hold a key. */
const neededVariables = [
  ["PATH", "HOME", "USER", "LOGNAME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"],
  ["SystemRoot", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
].flat();

const probeProgram = `
const { AsyncEntry } = await import(process.argv[1]);
const entry = new AsyncEntry(${JSON.stringify(keychainService)}, ":probe-" + process.pid, ${JSON.stringify(entryOptions)});
await entry.setPassword("probe");
const found = await entry.getPassword();
await entry.deletePassword();
process.exit(found === "probe" ? 0 : 1);
`;

/**
 * Whether the keychain keeps what it is given, found out by trying. Never throws. A process of its own tries: the
 * library blocks its whole process while it waits for a message bus that does not answer, and only a process can be
 * ended then.
 */
export function probeKeychain(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const library = findLibrary();
  if (library === undefined || !mayHaveKeychain(environment)) return Promise.resolve(false);
  const needed = neededVariables.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  );
  // Inside an editor, the program that runs this is the editor.
  const env = { ...Object.fromEntries(needed), ELECTRON_RUN_AS_NODE: "1" };
  const args = ["--input-type=module", "--eval", probeProgram, library];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, timeout: probeWithinMs, killSignal: "SIGKILL" }, (error) =>
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

/** Without a message bus there is no secret service to ask: a server, a container. */
function mayHaveKeychain({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): boolean {
  if (process.platform !== "linux" || DBUS_SESSION_BUS_ADDRESS) return true;
  return XDG_RUNTIME_DIR !== undefined && existsSync(join(XDG_RUNTIME_DIR, "bus"));
}
