import { type ClientFrame, clientFrameSchema, type Permission } from "@roo-code/types/api";
import type { RawData } from "ws";

export const permissionFor: Readonly<Record<Exclude<ClientFrame["type"], "auth">, Permission>> = {
  subscribe: "tasks:read",
  unsubscribe: "tasks:read",
  op: "tasks:write",
  "browser.act": "tasks:write",
  "watch.tasks": "tasks:read",
  "watch.files": "files:read",
  "unwatch.files": "files:read",
  "shell.open": "shells:use",
  "shell.input": "shells:use",
  "shell.resize": "shells:use",
  "shell.close": "shells:use",
};

/** undefined for an invalid frame. The library passes text as one buffer. */
export function parseFrame(data: RawData): ClientFrame | undefined {
  if (!Buffer.isBuffer(data)) return undefined;
  try {
    const parsed = clientFrameSchema.safeParse(JSON.parse(data.toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** How many frames a client may send at once, and per second. */
const [burst, perSecond] = [400, 100];

/** A token bucket that refills over time. */
export class FrameBudget {
  readonly #now: () => number;
  #left = burst;
  #filledAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#filledAt = now();
  }

  /** False if there were too many. */
  spend(): boolean {
    const now = this.#now();
    this.#left = Math.min(burst, this.#left + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    this.#left -= 1;
    return this.#left >= 0;
  }
}
