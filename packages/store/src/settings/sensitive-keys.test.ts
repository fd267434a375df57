import { expect, it } from "vitest";
import { shownSettings } from "./sensitive-keys.ts";

it("hides keys that look like secrets, at any depth, and nothing else", () => {
  const shown = shownSettings([
    { key: "mode", value: "code", layer: "default" },
    { key: "modeProfiles.key", value: "main", layer: "user" },
    { key: "openAiApiKey", value: "canary", layer: "user", source: "/home/me/.roo/settings.json" },
    { key: "other", value: { token: "canary", list: [{ password: "canary", kept: 1 }] }, layer: "user" },
  ]);
  expect(shown).toEqual([
    { key: "mode", value: "code", layer: "default" },
    { key: "modeProfiles.key", value: "main", layer: "user" },
    { key: "openAiApiKey", value: "(hidden)", layer: "user", source: "/home/me/.roo/settings.json" },
    { key: "other", value: { list: [{ kept: 1 }] }, layer: "user" },
  ]);
});
