import * as z from "zod";
import { approvalRuleSchema } from "../approval.ts";
import { capabilitiesSchema } from "../capabilities-schema.ts";
import { modeSchema } from "../mode.ts";
import { settingLayers } from "../settings/settings.ts";
import { nothing, workspaceParams } from "./common.ts";
import { defineRoute } from "./route.ts";

const noticeSchema = z.object({ code: z.string(), message: z.string(), source: z.string() });

const settingSchema = z.object({
  key: z.string(),
  value: z.unknown(),
  layer: z.enum(settingLayers),
  source: z.string().optional(),
});
export type ApiSetting = z.infer<typeof settingSchema>;

const inventoryItemSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  origin: z.enum(["builtin", "user", "project"]),
  source: z.string().optional(),
  /** For entries that run something: the exact command. */
  command: z.string().optional(),
  isWithheld: z.boolean().optional().describe("inactive until the folder is trusted"),
});

const originSchema = z.enum(["builtin", "user", "project"]);
const modeViewSchema = modeSchema.extend({
  origin: originSchema,
  source: z.string().optional(),
  capabilities: capabilitiesSchema,
  rules: z.array(z.string()).describe("rule files that apply in this mode"),
});
export type ModeView = z.infer<typeof modeViewSchema>;

const layer = z.enum(["user", "project"]);
/** `local`: the user's own settings for this folder, stored outside it. */
export const settingsLayerSchema = z.enum(["user", "project", "local"]);
export type ApiSettingsLayer = z.infer<typeof settingsLayerSchema>;

export const configuration = {
  get: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/config",
    summary: "Get the effective settings of a folder, each with its origin",
    permission: "config:read",
    params: workspaceParams,
    output: z.object({
      settings: z.array(settingSchema),
      /** JSON Schema of all settings, for forms. */
      schema: z.record(z.string(), z.unknown()),
      files: z.record(settingsLayerSchema, z.string()),
      /** Effective approval rules by file; layers only add rules. */
      approvals: z.array(z.object({ layer: settingsLayerSchema, rules: z.array(approvalRuleSchema) })),
      notices: z.array(noticeSchema),
    }),
  }),
  change: defineRoute({
    method: "PATCH",
    path: "/workspaces/:workspaceId/config",
    summary: "Set values, or remove them with null",
    permission: "config:write",
    params: workspaceParams,
    body: z.object({ layer: settingsLayerSchema, values: z.record(z.string(), z.unknown()) }),
    output: nothing,
    errors: ["invalid_value", "invalid_setting", "broken_file", "workspace_missing", "disk_full"],
  }),
  inventory: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/inventory",
    summary: "List rules, slash commands, skills, hooks and custom tools",
    permission: "config:read",
    params: workspaceParams,
    output: z.object({
      rules: z.array(inventoryItemSchema),
      commands: z.array(inventoryItemSchema.extend({ argumentHint: z.string().optional() })),
      skills: z.array(inventoryItemSchema),
      hooks: z.array(inventoryItemSchema),
      customTools: z.array(inventoryItemSchema),
      notices: z.array(noticeSchema),
    }),
  }),
  modes: defineRoute({
    method: "GET",
    path: "/workspaces/:workspaceId/modes",
    summary: "List modes and their permissions",
    permission: "config:read",
    params: workspaceParams,
    output: z.object({ modes: z.array(modeViewSchema) }),
  }),
  putMode: defineRoute({
    method: "PUT",
    path: "/workspaces/:workspaceId/modes/:slug",
    summary: "Create or change a custom mode",
    permission: "config:write",
    params: workspaceParams.extend({ slug: modeSchema.shape.slug }),
    body: z.object({ layer, mode: modeSchema }),
    output: modeViewSchema,
    errors: ["invalid_value", "invalid_modes"],
  }),
  removeMode: defineRoute({
    method: "DELETE",
    path: "/workspaces/:workspaceId/modes/:slug",
    summary: "Remove a custom mode",
    permission: "config:write",
    params: workspaceParams.extend({ slug: modeSchema.shape.slug }),
    output: nothing,
    errors: ["unknown_mode", "builtin_mode"],
  }),
};
