import { approvalRuleSchema } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isApprovalRule } from "./is-approval-rule.ts";

it("accepts the same rules as the schema", () => {
  const text = fc.option(fc.oneof(fc.constantFrom("git log", "**"), fc.constantFrom<unknown>(1, null, [], {})), {
    nil: undefined,
  });
  const rule = fc.record(
    {
      action: fc.constantFrom<unknown>("allow", "ask", "deny", "never", undefined),
      kind: fc.constantFrom<unknown>("command", "edit", "all", 1, undefined),
      path: text,
      command: text,
      host: text,
      tool: text,
      forbid: fc.constantFrom<unknown>([], ["-f"], [1], "-f", undefined),
      reason: text,
      comand: fc.constant("git log"),
    },
    { requiredKeys: ["action"] },
  );
  fc.assert(
    fc.property(fc.oneof(rule, fc.anything({ withNullPrototype: false })), (candidate) => {
      const isPlain =
        typeof candidate !== "object" || candidate === null || Object.getPrototypeOf(candidate) === Object.prototype;
      fc.pre(isPlain);
      expect(isApprovalRule(candidate)).toBe(approvalRuleSchema.safeParse(candidate).success);
    }),
    { numRuns: 100 },
  );
});

it("refuses a rule without a subject, or with a typo", () => {
  expect(isApprovalRule({ action: "allow" })).toBe(false);
  expect(isApprovalRule({ action: "allow", kind: "command", comand: "git log" })).toBe(false);
  expect(isApprovalRule({ action: "allow", kind: "command", command: "git log" })).toBe(true);
});
