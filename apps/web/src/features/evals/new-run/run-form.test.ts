import { describe, expect, it } from "vitest";
import { emptyRun, requestOf } from "./run-form.ts";

const profile = {
  name: "work",
  profile: { apiProvider: "openai", apiModelId: "large-1", apiKey: "fake-key-for-tests", fallback: ["backup"] },
  hasKey: true,
  isDefault: true,
  modes: [],
};

describe("the request for a run", () => {
  it("contains the profile and its model, never the key", () => {
    const { settings } = requestOf({ ...emptyRun, suite: "roo-mini", profile: "work" }, [profile]);
    expect(settings).toEqual({ profile: "work", apiProvider: "openai", apiModelId: "large-1" });
  });

  it("omits empty fields: all languages, no limits", () => {
    const request = requestOf({ ...emptyRun, suite: "roo-mini", agent: "oracle", runCost: "2.5", trialTurns: "" }, []);
    expect(request).toMatchObject({ agent: "oracle", settings: {}, trialLimits: {}, runLimits: { cost: 2.5 } });
    expect(request.languages).toBeUndefined();
  });

  it("passes a command unchanged", () => {
    const form = { ...emptyRun, suite: "roo-mini", agent: "command", command: " my-agent {prompt-file} " } as const;
    expect(requestOf(form, []).agent).toBe("command:my-agent {prompt-file}");
  });
});
