import { describe, expect, it } from "vitest";
import { claudeVersion, replySize, thinkingKind } from "./claude-model.ts";

describe("claudeVersion", () => {
  it.each([
    ["claude-2.1", 201],
    ["claude-3-opus-20240229", 300],
    ["claude-3-5-sonnet-20241022", 305],
    ["claude-3-7-sonnet-latest", 307],
    ["claude-sonnet-4-20250514", 400],
    ["claude-opus-4-1@20250805", 401],
    ["anthropic/claude-sonnet-4.5", 405],
    ["anthropic/claude-4.7-opus", 407],
    ["us.anthropic.claude-opus-4-6-v1:0", 406],
    ["claude-opus-5", 500],
    ["claude-opus-5-5", 505],
    ["claude-opus-5-10", 510],
    ["claude-mythos-preview", 500],
    ["MiniMax-M2.7", undefined],
    ["my-deployment-4-5", undefined],
  ])("of %s is %s", (model, version) => {
    expect(claudeVersion(model)).toBe(version);
  });
});

describe("what a version means", () => {
  it("never exceeds the model's maximum", () => {
    for (const version of [undefined, 200, 305, 307, 401, 405, 406, 505]) {
      const size = replySize(version);
      expect(size.default).toBeLessThanOrEqual(size.max);
    }
    expect(replySize(300).max).toBe(4_096);
    expect(replySize(401).max).toBe(32_000);
  });

  it("determines how thinking is requested", () => {
    const kinds = [305, 307, 405, 406, 408, 500, undefined].map(thinkingKind);
    expect(kinds).toEqual(["never", "budget", "budget", "either", "adaptive", "always", "budget"]);
  });
});
