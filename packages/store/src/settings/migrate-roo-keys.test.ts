import { expect, it } from "vitest";
import { migrateSettings } from "./migrate-settings.ts";

it("makes one list of the approvals and renames the rest", () => {
  const { values, notices, firstVersion } = migrateSettings(
    {
      autoApprovalEnabled: true,
      alwaysAllowReadOnly: true,
      alwaysAllowWrite: true,
      alwaysAllowExecute: true,
      alwaysAllowMcp: true,
      alwaysAllowModeSwitch: true,
      alwaysAllowSubtasks: true,
      alwaysAllowFollowupQuestions: true,
      allowedMaxRequests: 12,
      allowedMaxCost: 3.5,
      currentApiConfigName: "work",
      language: "de",
    },
    "settings.json",
  );
  expect(values).toEqual({
    autoApprove: ["read", "edit", "command", "mcp", "mode", "subtask", "followup"],
    maxTurns: 12,
    maxCost: 3.5,
    profile: "work",
    language: "de",
  });
  expect(firstVersion).toBe(1);
  expect(notices).toMatchObject([{ code: "migrated", source: "settings.json" }]);
});

it.each([
  ["approves nothing while the main switch is off", { autoApprovalEnabled: false, alwaysAllowWrite: true }, []],
  ["approves nothing without the main switch", { alwaysAllowWrite: true }, []],
  ["takes only a plain true for a yes", { autoApprovalEnabled: true, alwaysAllowWrite: "true", alwaysAllowMcp: 1 }, []],
  [
    "does not approve every command where some were",
    { autoApprovalEnabled: true, alwaysAllowExecute: true, alwaysAllowMcp: true, allowedCommands: ["git log"] },
    ["mcp"],
  ],
  [
    "approves every command where all were",
    { autoApprovalEnabled: true, alwaysAllowExecute: true, allowedCommands: ["*"] },
    ["command"],
  ],
  ["lets today's key win", { autoApprovalEnabled: true, alwaysAllowWrite: true, autoApprove: ["read"] }, ["read"]],
])("%s", (_, older, autoApprove) => {
  expect(migrateSettings(older, "x").values.autoApprove).toEqual(autoApprove);
});

it("takes null for no limit", () => {
  expect(migrateSettings({ allowedMaxRequests: null, allowedMaxCost: null }, "x").values).toEqual({});
});

it("leaves settings of today, and those of its own version or a later one, as they are", () => {
  for (const values of [
    { mode: "ask" },
    { settingsVersion: 1, allowedMaxCost: 1 },
    { settingsVersion: 9, allowedMaxCost: 1 },
  ]) {
    expect(migrateSettings(values, "x")).toEqual({ values, changes: new Map(), firstVersion: undefined, notices: [] });
  }
});

it("passes through each step that is due, in order", () => {
  const step = (version: number, from: string, to: string) => ({
    version,
    migrate: (values: Readonly<Record<string, unknown>>) =>
      from in values
        ? {
            changes: new Map([
              [from, undefined],
              [to, values[from]],
            ]),
          }
        : undefined,
  });
  const steps = [step(1, "a", "b"), step(2, "b", "c"), step(3, "x", "y")];
  const { values, changes, firstVersion } = migrateSettings({ settingsVersion: 1, b: 1 }, "x", steps);
  expect(values).toEqual({ settingsVersion: 1, c: 1 });
  expect(changes).toEqual(
    new Map<string, unknown>([
      ["b", undefined],
      ["c", 1],
      ["settingsVersion", 2],
    ]),
  );
  expect(firstVersion).toBe(2);
});
