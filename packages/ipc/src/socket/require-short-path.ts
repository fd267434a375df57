import { resolve } from "node:path";
import { RooError } from "@roo-code/types";
import { endpointOf, isPipe } from "./pipe-path.ts";
import { longestSocketPath } from "./short-path.ts";

/** Throws `ipc_path_too_long` for a path that programs other than ours could not connect to. */
export function requireShortPath(given: string): void {
  if (isPipe(endpointOf(given))) return;
  const path = resolve(given);
  const bytes = Buffer.byteLength(path);
  if (bytes <= longestSocketPath) return;
  throw new RooError({
    code: "ipc_path_too_long",
    message: `The socket path ${path} has ${bytes} bytes; the system takes ${longestSocketPath} at most.`,
    next: "Choose a shorter path, such as one in /tmp or $XDG_RUNTIME_DIR, with --ipc or ROO_CODE_IPC_SOCKET_PATH.",
  });
}
