import { type Host, rooHome } from "@roo-code/host";
import type { IpcDoor, ServeIpcOptions } from "@roo-code/host/ipc";
import { visibleText } from "./terminal-text.ts";

/** The socket path: from the flag, else from the environment. */
export function ipcPath(flag: string | undefined): string | undefined {
  return flag ?? (process.env.ROO_CODE_IPC_SOCKET_PATH || undefined);
}

/** Serves the tasks of this process to other programs; undefined without a socket path. */
export async function openIpcDoor(options: {
  host: Host;
  /** The value of `--ipc`. */
  path: string | undefined;
  /** Where new tasks work. */
  folder: string;
  /** Present if clients may start tasks. */
  starts?: NonNullable<ServeIpcOptions["starts"]>;
  tasks: ServeIpcOptions["tasks"];
  quiet?: boolean;
}): Promise<IpcDoor | undefined> {
  const { host, folder, starts, tasks, quiet = false } = options;
  const path = ipcPath(options.path);
  if (path === undefined) return undefined;
  const { serveIpc } = await import("@roo-code/host/ipc");
  return serveIpc({
    host,
    path,
    folder,
    home: rooHome(process.env),
    environment: process.env,
    tasks,
    starts,
    log: (line) => {
      if (!quiet) process.stderr.write(`roo: ipc: ${visibleText(line)}\n`);
    },
  });
}
