import {
  type Configuration,
  localSettingsFile,
  projectSettingsFile,
  type SettingsFile,
  userSettingsFile,
} from "@roo-code/host";
import { describeMode, removeMode, saveMode } from "@roo-code/host/import-export";
import { settingsSchema } from "@roo-code/types";
import { type ApiSettingsLayer, type ModeView, settingsLayerSchema } from "@roo-code/types/api";
import * as z from "zod";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

export function configurationHandlers({ host, workspaces, home, clock }: Services): Handlers<"configuration"> {
  const configurationOf = async (owner: string, workspaceId: string): Promise<Configuration> =>
    host.configure((await workspaces.requireFolder(owner, workspaceId)).folder);
  const filesOf = (workspace: string): Record<ApiSettingsLayer, SettingsFile> => ({
    user: userSettingsFile({ home, clock }),
    project: projectSettingsFile({ workspace, clock }),
    local: localSettingsFile({ home, workspace, clock }),
  });
  const approvalsIn = async ({ workspace, isTrusted }: Configuration) => {
    const { project, ...own } = filesOf(workspace);
    const files = Object.entries(isTrusted && project.path !== own.user.path ? { ...own, project } : own);
    const found = await Promise.all(files.map(async ([layer, file]) => ({ layer, read: await file.read() })));
    return found.flatMap(({ layer, read }) => {
      const { approvals: rules = [] } = read.values;
      return rules.length > 0 ? [{ layer: settingsLayerSchema.parse(layer), rules }] : [];
    });
  };
  const modeView = (configuration: Configuration, slug: string): ModeView => {
    const { mode, capabilities, rules } = describeMode({ home }, configuration, slug);
    return { ...mode, capabilities, rules: [...rules] };
  };

  return {
    async get({ params }, { principal: { owner } }) {
      const configuration = await configurationOf(owner, params.workspaceId);
      const { origins, notices, workspace } = configuration;
      const { user, project, local } = filesOf(workspace);
      return {
        settings: [...origins],
        schema: settingsJsonSchema(),
        files: { user: user.path, project: project.path, local: local.path },
        approvals: await approvalsIn(configuration),
        notices: [...notices],
      };
    },
    async change({ params, body: { layer, values } }, { principal: { owner } }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      const changes = Object.entries(values).map(([key, value]) => [key, value ?? undefined]);
      const wasTrusted = layer === "project" && workspaces.isTrusted(record);
      await filesOf(record.folder)[layer].change(Object.fromEntries(changes));
      // A change by the user does not require trusting the folder again.
      if (wasTrusted) workspaces.trust(record, true);
      return {};
    },
    async inventory({ params }, { principal: { owner } }) {
      const configuration = await configurationOf(owner, params.workspaceId);
      const { rules, commands, skills, hooks, customTools, notices } = await host.inventory(configuration);
      return {
        rules: [...rules],
        commands: [...commands],
        skills: [...skills],
        hooks: [...hooks],
        customTools: [...customTools],
        notices: [...notices],
      };
    },
    async modes({ params }, { principal: { owner } }) {
      const configuration = await configurationOf(owner, params.workspaceId);
      return { modes: configuration.modes.map(({ slug }) => modeView(configuration, slug)) };
    },
    async putMode({ params, body }, { principal: { owner } }) {
      const { modes, workspace } = await configurationOf(owner, params.workspaceId);
      const mode = { ...body.mode, slug: params.slug };
      await saveMode(mode, { home, workspace, origin: body.layer, modes });
      return modeView(await host.configure(workspace), params.slug);
    },
    async removeMode({ params }, { principal: { owner } }) {
      const { modes, workspace } = await configurationOf(owner, params.workspaceId);
      removeMode(params.slug, { home, workspace, modes });
      return {};
    },
  };
}

let cached: Record<string, unknown> | undefined;

function settingsJsonSchema(): Record<string, unknown> {
  cached ??= z.toJSONSchema(settingsSchema, { io: "input", unrepresentable: "any" });
  return cached;
}
