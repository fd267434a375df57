import { expect, it } from "vitest";
import { migrateSettings } from "./migrate-settings.ts";

it("merges the approval switches into one list and renames the rest", () => {
  const { values, notices, firstVersion } = migrateSettings(
    {
      autoApprovalEnabled: true,
      alwaysAllowReadOnly: true,
      alwaysAllowWrite: true,
      alwaysAllowExecute: true,
      allowedCommands: ["*"],
      alwaysAllowBrowser: true,
      alwaysAllowMcp: true,
      alwaysAllowModeSwitch: true,
      alwaysAllowSubtasks: true,
      alwaysAllowFollowupQuestions: true,
      allowedMaxRequests: 12,
      allowedMaxCost: 3.5,
      commandExecutionTimeout: 60,
      enableCheckpoints: false,
      autoCondenseContext: true,
      autoCondenseContextPercent: 60,
      currentApiConfigName: "work",
      language: "de",
    },
    "settings.json",
  );
  expect(values).toEqual({
    autoApprove: ["read", "edit", "command", "browser", "mcp", "mode", "subtask", "followup"],
    maxTurns: 12,
    maxCost: 3.5,
    commandTimeout: 60,
    snapshots: false,
    condenseThreshold: 60,
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
  ["approves no command where none is listed", { autoApprovalEnabled: true, alwaysAllowExecute: true }, []],
  [
    "approves every command where all were",
    { autoApprovalEnabled: true, alwaysAllowExecute: true, allowedCommands: ["*"] },
    ["command"],
  ],
  ["lets today's key win", { autoApprovalEnabled: true, alwaysAllowWrite: true, autoApprove: ["read"] }, ["read"]],
])("%s", (_, older, autoApprove) => {
  expect(migrateSettings(older, "x").values.autoApprove).toEqual(autoApprove);
});

it("converts the lists of commands to rules", () => {
  const lists = { allowedCommands: ["git log", "npm *", " "], deniedCommands: ["rm", "*", 1] };
  const { values, notices } = migrateSettings({ autoApprovalEnabled: true, alwaysAllowExecute: true, ...lists }, "x");
  expect(values).toEqual({
    autoApprove: [],
    approvals: [
      { action: "deny", command: "rm" },
      { action: "allow", command: "git log *" },
      { action: "allow", command: "npm *" },
    ],
  });
  expect(notices).toMatchObject([{ code: "migrated", message: expect.stringContaining("whole words") }]);
});

it("allows no listed command while commands are not approved, but still denies", () => {
  for (const older of [{ autoApprovalEnabled: true }, { alwaysAllowExecute: true }, {}]) {
    const lists = { allowedCommands: ["git log"], deniedCommands: ["rm"] };
    expect(migrateSettings({ ...older, ...lists }, "x").values.approvals).toEqual([{ action: "deny", command: "rm" }]);
  }
});

it("approves protected files only together with others", () => {
  const protectedToo = { autoApprovalEnabled: true, alwaysAllowWriteProtected: true };
  expect(migrateSettings(protectedToo, "x").values.autoApprove).toEqual([]);
  expect(migrateSettings({ ...protectedToo, alwaysAllowWrite: true }, "x").values.autoApprove).toEqual([
    "edit",
    "protected",
  ]);
});

it("treats null and 0 as no limit, and disabled condensing as the highest threshold", () => {
  const none = { allowedMaxRequests: null, allowedMaxCost: null, commandExecutionTimeout: 0 };
  expect(migrateSettings(none, "x").values).toEqual({});
  const off = { autoCondenseContext: false, autoCondenseContextPercent: 60 };
  expect(migrateSettings(off, "x").values).toEqual({ condenseThreshold: 100 });
});

it("does not change current settings, or those of its own or a later version", () => {
  for (const values of [
    { mode: "ask" },
    { settingsVersion: 1, allowedMaxCost: 1 },
    { settingsVersion: 9, allowedMaxCost: 1 },
  ]) {
    expect(migrateSettings(values, "x")).toEqual({ values, changes: new Map(), firstVersion: undefined, notices: [] });
  }
});

it("runs each pending migration, in order", () => {
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
