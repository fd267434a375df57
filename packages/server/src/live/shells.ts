import { openShell, type Shell } from "@roo-code/host/folder";
import { RooError } from "@roo-code/types";
import type { ClientFrame } from "@roo-code/types/api";
import type { Inside } from "./inside.ts";

const most = 10;

/** Shells of a client's own; they end with its connection. */
export class Shells {
  readonly #inside: Inside;
  readonly #shells = new Map<string, Shell>();
  #isClosed = false;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  async open(owner: string, frame: Extract<ClientFrame, { type: "shell.open" }>): Promise<void> {
    const { services, outbox } = this.#inside;
    const { id, shellId, workspaceId, columns, rows } = frame;
    const { folder } = await services.workspaces.requireFolder(owner, workspaceId);
    if (this.#shells.has(shellId)) throw new RooError({ code: "conflict", message: `There is a shell ${shellId}.` });
    if (this.#shells.size >= most)
      throw new RooError({ code: "too_many_requests", message: `One connection has ${most} shells at most.` });
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

  /** What runs in it waits while the client does not read. */
  #show(shellId: string, text: string): void {
    const { outbox } = this.#inside;
    const shell = this.#shells.get(shellId);
    outbox.send({ type: "shell.output", shellId, text });
    shell?.pause();
    void outbox.drained().then(() => shell?.resume());
  }
}
