import * as z from "zod";
import { defineRoute } from "./route.ts";

export const server = {
  about: defineRoute({
    method: "GET",
    path: "/server",
    summary: "What this server is, and what a new user has to do first",
    permission: "server:read",
    output: z.object({
      version: z.string(),
      /** The folder it was started in. */
      workspaceId: z.string().nullable(),
      /** Whether a model can be asked at all. */
      hasProvider: z.boolean(),
      /** What was found: keys in the environment, local servers. */
      found: z.array(z.object({ provider: z.string(), label: z.string(), detail: z.string() })),
      features: z.object({ database: z.boolean(), evals: z.boolean(), browser: z.boolean(), sandbox: z.string() }),
    }),
  }),
  demo: defineRoute({
    method: "POST",
    path: "/demo",
    summary: "A scripted task in a small project of its own; needs no key",
    permission: "server:read",
    output: z.object({ taskId: z.string(), workspaceId: z.string() }),
    status: 201,
  }),
  pushKey: defineRoute({
    method: "GET",
    path: "/push/key",
    summary: "The key with which a browser asks for notifications",
    permission: "server:read",
    output: z.object({ publicKey: z.string() }),
  }),
  subscribePush: defineRoute({
    method: "POST",
    path: "/push/subscriptions",
    summary: "Be notified when an approval is needed or a task ends",
    permission: "server:read",
    body: z.object({
      endpoint: z.url().max(2000),
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(200) }),
    }),
    output: z.object({}),
    status: 201,
    errors: ["address_refused"],
  }),
};
