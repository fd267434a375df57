import { describe, expect, it } from "vitest";
import { blankSecrets } from "./blank-secrets.ts";

function blanked(text: string, ...secrets: string[]): string {
  const bytes = Buffer.from(text);
  blankSecrets(bytes, secrets);
  expect(bytes.length).toBe(Buffer.byteLength(text));
  return bytes.toString();
}

describe("blankSecrets", () => {
  it("overwrites a secret each time it occurs, and nothing else", () => {
    expect(blanked("é secret-1, 😀 secret-1!", "secret-1")).toBe("é ********, 😀 ********!");
    expect(blanked("secre t-1", "secret-1")).toBe("secre t-1");
  });

  it("overwrites one that is said in deltas", () => {
    const events = ["x sec", "ret", '-1 \\"y\\"'].map((text, n) => `data: {"n":"${n}","delta":{"text":"${text}"}}\n\n`);
    expect(blanked(events.join(""), "secret-1")).toBe(
      ["x ***", "***", '** \\"y\\"'].map((text, n) => `data: {"n":"${n}","delta":{"text":"${text}"}}\n\n`).join(""),
    );
  });

  it("does not join what stands in different fields", () => {
    const text = '{"a":"sec"}{"b":"ret-1"}';
    expect(blanked(text, "secret-1")).toBe(text);
  });
});
