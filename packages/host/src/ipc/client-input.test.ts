import { expect, it } from "vitest";
import { readRooConfiguration } from "./client-input.ts";

it("reads a provider with its key and model, approvals and limits", async () => {
  const read = await readRooConfiguration({
    apiProvider: "openrouter",
    openRouterApiKey: "or-key-1",
    openRouterModelId: "some/model",
    modelTemperature: 0.2,
    mode: "architect",
    autoApprovalEnabled: true,
    alwaysAllowReadOnly: true,
    alwaysAllowWrite: true,
    alwaysAllowExecute: true,
    allowedCommands: ["*"],
    allowedMaxRequests: 12,
    allowedMaxCost: 1.5,
    soundEnabled: false,
    somethingNew: 1,
  });
  expect(read.provider).toEqual({
    apiProvider: "openrouter",
    apiModelId: "some/model",
    apiKey: "or-key-1",
    temperature: 0.2,
  });
  expect(read.settings).toMatchObject({
    mode: "architect",
    autoApprove: ["read", "edit", "command"],
    maxTurns: 12,
    maxCost: 1.5,
  });
  expect(read.notes.join("\n")).toContain("somethingNew");
  expect(JSON.stringify([read.settings, read.notes])).not.toContain("or-key-1");
});

it("leaves everything to the user's settings if the client sends none", async () => {
  expect(await readRooConfiguration({})).toEqual({ settings: {}, provider: {}, notes: [] });
});
