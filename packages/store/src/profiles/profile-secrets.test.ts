import { expect, it } from "vitest";
import { exportRooSettings } from "../export/export-roo-settings.ts";
import { shownProfile } from "./profile-secrets.ts";

const profile = {
  apiProvider: "openai-compatible",
  apiBaseUrl: "http://me:canary-password@127.0.0.1:9/v1",
  credentials: '{"private_key":"canary-document"}',
  headers: { Authorization: "Bearer canary-header", "X-Portkey-Api-Key": "canary-key", "x-team": "red" },
};

it("shows what distinguishes profiles, and no secrets", () => {
  expect(shownProfile(profile)).toEqual({
    apiProvider: "openai-compatible",
    apiBaseUrl: "http://127.0.0.1:9/v1",
    headers: { "x-team": "red" },
  });
  const harmless = { apiProvider: "vertex", credentials: "~/key.json", apiBaseUrl: "http://h/v1", numCtx: 3 };
  expect(shownProfile(harmless)).toEqual(harmless);
});

it("is used for exports", () => {
  const exported = exportRooSettings({ settings: {}, profiles: { main: profile }, modes: [] });
  expect(exported).not.toContain("canary");
  expect(exported).toContain("red");
});
