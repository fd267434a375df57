import { approvalRuleSchema } from "@roo-code/types";
import { expect, it } from "vitest";
import { ruleOf } from "./claude-rule.ts";

it.each([
  ["Bash(git diff:*)", { command: "git diff *" }],
  ["Bash(npm run build)", { command: "npm run build" }],
  ["Bash", { kind: "command" }],
  ["Read(**/.env)", { kind: "read", path: "**/.env" }],
  ["Edit(./docs/**)", { kind: "edit", path: "docs/**" }],
  ["Write(//etc/hosts)", { kind: "edit", path: "/etc/hosts" }],
  ["Read(~/.ssh/**)", { kind: "read", path: "/home/ada/.ssh/**" }],
  ["WebFetch(domain:example.org)", { host: "example.org" }],
  ["mcp__github", { tool: "github/*" }],
  ["mcp__github__list_issues", { tool: "github/list_issues" }],
])("converts %s", (rule, about) => {
  const found = ruleOf("deny", rule, "/home/ada");
  expect(found).toEqual({ action: "deny", ...about });
  expect(approvalRuleSchema.parse(found)).toEqual(found);
});

it.each(["Bash(git * main)", "Bash(np*)", "Read(/src/**)", "WebFetch(prompt:x)", "Task(Explore)", "Unknown", ""])(
  "leaves %j, which would come to mean something else",
  (rule) => {
    expect(ruleOf("allow", rule, "/home/ada")).toBeUndefined();
  },
);
