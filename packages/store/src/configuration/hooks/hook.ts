import type { ConfigurationOrigin } from "../files/configuration-root.ts";

export const hookEvents = ["beforeTool", "afterTool", "onCompletion"] as const;
export type HookEvent = (typeof hookEvents)[number];

/** A command of the person's that runs at a moment of a task. */
export interface Hook {
  readonly on: HookEvent;
  readonly command: string;
  /** What it is called in messages; the command where it has no name. */
  readonly name: string;
  /** Names of tools with `*` and `?`, `|` between them; every tool when absent. */
  readonly match?: string;
  readonly timeoutMs: number;
  /** Keys of the file that mean nothing to us. */
  readonly other?: Readonly<Record<string, unknown>>;
  readonly origin: ConfigurationOrigin;
  readonly source: string;
}
