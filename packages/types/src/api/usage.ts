import * as z from "zod";
import { usageSchema } from "../usage.ts";
import { workspaceIdSchema } from "./common.ts";
import { defineRoute } from "./route.ts";

const usageGroupings = ["day", "model", "mode", "workspace"] as const;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const usage = {
  get: defineRoute({
    method: "GET",
    path: "/usage",
    summary: "Get usage and cost by day, model, mode or folder",
    permission: "tasks:read",
    query: z.object({
      by: z.enum(usageGroupings).default("day"),
      from: day.optional(),
      to: day.optional(),
      workspaceId: workspaceIdSchema.optional(),
    }),
    output: z.object({
      rows: z.array(z.object({ key: z.string(), tasks: z.number(), turns: z.number(), usage: usageSchema })),
      total: z.object({ tasks: z.number(), turns: z.number(), usage: usageSchema }),
    }),
  }),
};
