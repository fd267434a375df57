import { explainCommand } from "@roo-code/host";
import { expect, it } from "vitest";
import { describeExplanation } from "./describe-explanation.ts";

const rules = [
  { action: "allow" as const, command: "git log *" },
  { action: "deny" as const, command: "curl" },
];
const policy = { autoApprove: new Set<never>(), attended: true, rules };

async function described(command: string): Promise<string> {
  return describeExplanation(await explainCommand(policy, command, { root: "/w" }));
}

it("shows the verdict, nested commands, files, variables, and what decides each", async () => {
  expect(
    await described("CI=1 timeout 5 git log | sudo cat > out"),
  ).toBe(`ask: sudo cat: no rule allows it, and command is not auto-approved.
needs command, edit

commands:
  timeout 5 git log
  git log   (within timeout)
  sudo cat
  cat   (within sudo)

files:
  write out

variables:
  CI=1

decided by:
  allow   timeout 5 git log   it only wraps other commands
  allow   git log   by the rule {"action":"allow","command":"git log *"}
  ask   sudo cat   nothing allows command
  ask   cat   nothing allows command
  ask   writes out   nothing allows edit`);
});

it("names the rule that denies, and escapes control characters", async () => {
  expect(await described("git log; curl x")).toContain(
    'deny   curl x   by the rule {"action":"deny","command":"curl"}',
  );
  expect(await described("git log '\u202e'")).not.toContain("\u202e");
  expect(await described("git log")).toMatch(/^allow\n/);
  expect(await described(" ")).toBe("deny: The command is empty.");
});
