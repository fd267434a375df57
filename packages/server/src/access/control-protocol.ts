import { join } from "node:path";
import * as z from "zod";
import { serveFolder } from "./kept-keys.ts";

/** Where the owner's programs reach a server that runs: a socket in a folder that nobody else may enter. */
export function controlPath(home: string): string {
  return join(serveFolder(home), "control.sock");
}

export const controlAnswerSchema = z.object({
  /** Signs a browser on this machine in, once. */
  url: z.string(),
  /** The same for a phone; null where the server listens to this machine alone. */
  phoneUrl: z.string().nullable(),
  minutes: z.number(),
  /** Whether it was started with a token of its own, which signing everybody out does not change. */
  hasOwnToken: z.boolean(),
});
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;

export const controlRequests = { open: "/open", signOutAll: "/sign-out-all" } as const;
export type ControlRequest = keyof typeof controlRequests;
