import * as z from "zod";
import { defineRoute } from "./route.ts";

const base64Url = z.string().regex(/^[\w-]{1,200}={0,2}$/);

export const server = {
  about: defineRoute({
    method: "GET",
    path: "/server",
    summary: "Get server information and what a new user has to set up",
    permission: "server:read",
    output: z.object({
      version: z.string(),
      /** The folder it was started in. */
      workspaceId: z.string().nullable(),
      /** Whether any model is configured. */
      hasProvider: z.boolean(),
      /** Detected providers: keys in the environment, local servers. */
      found: z.array(z.object({ provider: z.string(), label: z.string(), detail: z.string() })),
      features: z.object({ database: z.boolean(), evals: z.boolean(), browser: z.boolean(), sandbox: z.string() }),
    }),
  }),
  demo: defineRoute({
    method: "POST",
    path: "/demo",
    summary: "Run a scripted demo task in a sample project; needs no API key",
    permission: "server:read",
    output: z.object({ taskId: z.string(), workspaceId: z.string() }),
    status: 201,
    errors: ["disk_full", "home_not_writable"],
  }),
  pushKey: defineRoute({
    method: "GET",
    path: "/push/key",
    summary: "Get the public key for push subscriptions",
    permission: "server:read",
    output: z.object({ publicKey: z.string() }),
  }),
  subscribePush: defineRoute({
    method: "POST",
    path: "/push/subscriptions",
    summary: "Subscribe to notifications about approvals and finished tasks",
    permission: "server:read",
    body: z.object({
      endpoint: z.url().max(2000),
      keys: z.object({ p256dh: base64Url, auth: base64Url }),
    }),
    output: z.object({}),
    status: 201,
    errors: ["address_refused"],
  }),
  unsubscribePush: defineRoute({
    method: "DELETE",
    path: "/push/subscriptions",
    summary: "Unsubscribe from notifications",
    permission: "server:read",
    query: z.object({ endpoint: z.url().max(2000) }),
    output: z.object({}),
  }),
};
