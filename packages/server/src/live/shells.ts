import { openShell, type Shell } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { ClientFrame } from "@roo-code/types/api";
import type { ConnectionContext } from "./outbox.ts";

const maxShells = 10;

/** The shells of one client; they end with its connection. */
export class Shells {
  readonly #context: ConnectionContext;
  readonly #shells = new Map<string, Shell>();
  #isClosed = false;

  constructor(context: ConnectionContext) {
    this.#context = context;
  }

  async open(owner: string, frame: Extract<ClientFrame, { type: "shell.open" }>): Promise<void> {
    const { services, outbox } = this.#context;
    const { id, shellId, workspaceId, columns, rows } = frame;
    const { folder } = await services.workspaces.requireFolder(owner, workspaceId);
    if (this.#shells.has(shellId))
      throw new RooError({ code: "conflict", message: `Shell ${shellId} already exists.` });
    if (this.#shells.size >= maxShells)
      throw new RooError({ code: "too_many_requests", message: `A connection may have at most ${maxShells} shells.` });
    const shell = await openShell({
      folder,
      environment: services.environment,
      columns,
      rows,
      onOutput: (text) => this.#show(shellId, text),
      onEnd: (exitCode) => {
        this.#shells.delete(shellId);
        outbox.send({ type: "shell.end", shellId, exitCode });
      },
    });
    if (this.#isClosed) return void shell.close();
    this.#shells.set(shellId, shell);
    outbox.send({ type: "ack", id });
  }

  write(shellId: string, text: string): void {
    this.#shells.get(shellId)?.write(text);
  }

  resize(shellId: string, columns: number, rows: number): void {
    this.#shells.get(shellId)?.resize(columns, rows);
  }

  end(shellId: string): void {
    void this.#shells.get(shellId)?.close();
    this.#shells.delete(shellId);
  }

  close(): void {
    this.#isClosed = true;
    for (const shellId of this.#shells.keys()) this.end(shellId);
  }

  /** The program in the shell is paused while the client does not read. */
  #show(shellId: string, text: string): void {
    const { outbox } = this.#context;
    const shell = this.#shells.get(shellId);
    outbox.send({ type: "shell.output", shellId, text });
    shell?.pause();
    void outbox.drained().then(() => shell?.resume());
  }
}
