import { RooError } from "@roo-code/types";
import type { IpcFailure } from "./wire/ipc-message.ts";

interface OpenRequest {
  readonly timer: NodeJS.Timeout;
  readonly done: () => void;
  readonly fail: (error: RooError) => void;
}

/** Commands that wait for their replies. */
export class ClientRequests {
  readonly #open = new Map<string, OpenRequest>();
  #count = 0;

  open(timeoutMs: number): { requestId: string; reply: Promise<void> } {
    this.#count += 1;
    const requestId = `r${this.#count}`;
    const reply = new Promise<void>((done, fail) => {
      const timer = setTimeout(() => {
        this.#open.delete(requestId);
        fail(new RooError({ code: "ipc_no_reply", message: "The server did not reply in time." }));
      }, timeoutMs);
      this.#open.set(requestId, { timer, done, fail });
    });
    return { requestId, reply };
  }

  settle({ requestId, error }: { requestId: string; error?: IpcFailure | undefined }): void {
    const request = this.#take(requestId);
    if (!request) return;
    if (!error) return request.done();
    const { code, message, next } = error;
    request.fail(new RooError({ code, message, next }));
  }

  failAll(message: string): void {
    for (const requestId of this.#open.keys())
      this.#take(requestId)?.fail(new RooError({ code: "ipc_disconnected", message }));
  }

  #take(requestId: string): OpenRequest | undefined {
    const request = this.#open.get(requestId);
    this.#open.delete(requestId);
    if (request) clearTimeout(request.timer);
    return request;
  }
}
