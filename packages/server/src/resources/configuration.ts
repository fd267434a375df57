import { type Configuration, projectSettingsFile, userSettingsFile } from "@roo-code/host";
import { describeMode, removeMode, saveMode } from "@roo-code/host/moving-in";
import { settingsSchema } from "@roo-code/types";
import type { ModeView } from "@roo-code/types/api";
import * as z from "zod";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

export function configurationHandlers({ host, workspaces, home, clock }: Services): Handlers<"configuration"> {
  const configurationOf = async (owner: string, workspaceId: string): Promise<Configuration> =>
    host.configure((await workspaces.requireFolder(owner, workspaceId)).folder);
  const fileOf = (layer: "user" | "project", workspace: string) =>
    layer === "user" ? userSettingsFile({ home, clock }) : projectSettingsFile({ workspace, clock });
  const modeView = (configuration: Configuration, slug: string): ModeView => {
    const { mode, capabilities, rules } = describeMode({ home }, configuration, slug);
    return { ...mode, capabilities, rules: [...rules] };
  };

  return {
    async get({ params }, { principal: { owner } }) {
      const { origins, notices, workspace } = await configurationOf(owner, params.workspaceId);
      return {
        settings: [...origins],
        schema: settingsJsonSchema(),
        files: { user: fileOf("user", workspace).path, project: fileOf("project", workspace).path },
        notices: [...notices],
      };
    },
    async change({ params, body: { layer, values } }, { principal: { owner } }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      const changes = Object.entries(values).map(([key, value]) => [key, value ?? undefined]);
      const wasTrusted = layer === "project" && workspaces.isTrusted(record);
      await fileOf(layer, record.folder).change(Object.fromEntries(changes));
      // What the person changes themself is no reason to ask again.
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

let made: Record<string, unknown> | undefined;

function settingsJsonSchema(): Record<string, unknown> {
  made ??= z.toJSONSchema(settingsSchema, { io: "input", unrepresentable: "any" });
  return made;
}
