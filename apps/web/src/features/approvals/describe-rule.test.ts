import { expect, test } from "vitest";
import { describeRule } from "./describe-rule.ts";

test.each([
  [{ action: "allow", kind: "command", command: "git log *" } as const, "allow command: git log *"],
  [{ action: "allow", kind: "edit", path: "docs/**" } as const, "allow edit, path: docs/**"],
  [{ action: "deny", kind: "browser" } as const, "deny every browser"],
  [
    { action: "allow", command: "git push", forbid: ["--force"] } as const,
    "allow command: git push, but not with --force",
  ],
])("%o", (rule, text) => {
  expect(
    describeRule({ ...rule, ...("forbid" in rule && { forbid: [...rule.forbid] }) } as Parameters<
      typeof describeRule
    >[0]),
  ).toBe(text);
});
