import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { ipcMessageSchema as originalSchema } from "roo-code-types";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";
import { commandsResponse, modelsResponse, modesResponse } from "./answer-query.ts";

it.each(["anthropic", "openai-native", "gemini", "openrouter", "xai", "unknown"])(
  "answers in the format of Roo Code's clients, with the models of %s",
  async (provider) => {
    await using project = createTempWorkspace({ ".roo/commands/a.md": "Do it." });
    await using home = createTempWorkspace();
    const environment = { PATH: process.env.PATH ?? "" };
    const host = createHost({ home: home.root, environment, version: "test" });
    const parts = { host, home: home.root, environment, configuration: await host.configure(project.root) };
    const answers = [modesResponse(parts), await commandsResponse(parts), await modelsResponse(parts, provider)];
    for (const data of answers)
      expect(originalSchema.parse({ type: "TaskEvent", origin: "server", data }).data).toBeDefined();
    const [models] = answers[2]?.payload ?? [];
    expect(Object.keys(models ?? {}).length > 0).toBe(provider !== "unknown");
  },
);
