import { type Host, rooHome } from "@roo-code/host";
import type { IpcDoor, ServeIpcOptions } from "@roo-code/host/ipc";
import { visibleText } from "./terminal-text.ts";

/** The socket path: from the flag, else from the environment. */
export function ipcPath(given: string | undefined): string | undefined {
  return given ?? (process.env.ROO_CODE_IPC_SOCKET_PATH || undefined);
}

/** Serves the tasks of this process to other programs; undefined without a socket path. */
export async function openIpcDoor(options: {
  host: Host;
  /** What `--ipc` said. */
  given: string | undefined;
  /** Where new tasks work. */
  folder: string;
  /** Given where clients may start tasks. */
  starts?: NonNullable<ServeIpcOptions["starts"]>;
  tasks: ServeIpcOptions["tasks"];
  quiet?: boolean;
}): Promise<IpcDoor | undefined> {
  const { given, host, folder, starts, tasks, quiet = false } = options;
  const path = ipcPath(given);
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
