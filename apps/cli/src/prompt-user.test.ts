import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { PassThrough } from "node:stream";
import { createRuleKeeper, type RuleKeeper } from "@roo-code/host";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ApprovalSubject, EventOf, Op, TaskEvent } from "@roo-code/types";
import { afterEach, expect, it, vi } from "vitest";
import { promptUser } from "./prompt-user.ts";

afterEach(() => vi.unstubAllEnvs());

it("always allows only exactly what was shown", async () => {
  const person = atTheTerminal();
  person.ask({ kind: "edit", summary: "a.txt", detail: "+one", paths: ["a.txt"] });
  await person.says("always");
  person.ask({ kind: "edit", summary: "a.txt", detail: "+one", paths: ["a.txt"] });
  await expect.poll(() => person.decisions()).toEqual(["allow", "allow"]);
  person.ask({ kind: "edit", summary: "a.txt", detail: "+two", paths: ["a.txt"] });
  await person.says("no");
  await expect.poll(() => person.decisions()).toEqual(["allow", "allow", "deny"]);
});

it("shows the folder of a command, and asks again for another one", async () => {
  const person = atTheTerminal();
  person.ask({ kind: "command", summary: "make (in first)", command: "make" });
  await person.says("always");
  person.ask({ kind: "command", summary: "make (in second)", command: "make" });
  await person.says("no");
  await expect.poll(() => person.decisions()).toEqual(["allow", "deny"]);
  expect(person.screen()).toContain("(in second)");
});

it("asks again for the same command when there is another reason to ask", async () => {
  const person = atTheTerminal();
  const command = { kind: "command" as const, summary: "ls", command: "ls" };
  person.ask(command);
  await person.says("always");
  person.ask(command, { why: "ls: this is bin/ls of the workspace" });
  await person.says("no");
  await expect.poll(() => person.decisions()).toEqual(["allow", "deny"]);
});

it("asks about destructive calls every time, and says why", async () => {
  const person = atTheTerminal();
  const why = "rm -r x: deletes folders or many files";
  const more = { needs: ["destructive" as const], why };
  person.ask({ kind: "command", summary: "rm -r x", command: "rm -r x" }, more);
  await person.says("always");
  person.ask({ kind: "command", summary: "rm -r x", command: "rm -r x" }, more);
  await person.says("no");
  await expect.poll(() => person.decisions()).toEqual(["allow", "deny"]);
  expect(person.screen()).toContain(why);
  expect(person.screen()).not.toContain("[a]lways");
});

it.each([
  ["here", "f", "project"],
  ["everywhere", "e", "user"],
] as const)("keeps the smallest rule for good %s, and does not ask again for what it allows", async (_, key, scope) => {
  // For a program in a world-writable folder, such as a checkout below /tmp, a rule names the full path.
  vi.stubEnv("PATH", "/usr/bin:/bin");
  await using folder = createTempWorkspace();
  const home = folder.path("home");
  const rules = createRuleKeeper({ home, clock: new FakeClock(), root: folder.path("shop") });
  const person = atTheTerminal(rules);
  person.ask({ kind: "command", summary: "npm test", command: "npm test" });
  await person.says(key);
  person.ask({ kind: "command", summary: "npm test", command: "npm test" });
  await expect.poll(() => person.decisions()).toEqual(["allow", "allow"]);
  person.ask({ kind: "command", summary: "npm test && rm x", command: "npm test && rm x" });
  await person.says("no");
  await expect.poll(() => person.decisions()).toEqual(["allow", "allow", "deny"]);
  expect(person.screen()).toContain(`For good: allow npm test
  [f] in this project, kept in ${rules.files.project}
  [e] everywhere, kept in ${rules.files.user}
`);
  expect(relative(home, rules.files.project)).toMatch(/^projects\/shop-[0-9a-f]{12}\/settings\.json$/);
  const kept = JSON.parse(readFileSync(rules.files[scope], "utf8"));
  expect(kept.approvals).toEqual([{ action: "allow", kind: "command", command: "npm test" }]);
  expect(existsSync(rules.files[scope === "user" ? "project" : "user"])).toBe(false);
  expect(existsSync(folder.path("shop"))).toBe(false);
});

it("interrupts the run when the input ends while a question waits", async () => {
  const person = atTheTerminal();
  person.ask({ kind: "command", summary: "make", command: "make" });
  await person.leaves();
  await expect.poll(() => person.interrupts()).toBe(1);
  expect(person.decisions()).toEqual([]);
});

function atTheTerminal(rules?: RuleKeeper) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let screen = "";
  stderr.on("data", (chunk) => (screen += String(chunk)));
  const ops: Op[] = [];
  let interrupts = 0;
  const observe = promptUser({
    submit: async (op) => void ops.push(op),
    interrupt: () => (interrupts += 1),
    stdin,
    stderr,
    signal: new AbortController().signal,
    ...(rules && { rules }),
  });
  let seq = 0;
  let answered = 0;
  const isAsked = async () => {
    await expect.poll(() => screen.split("Allow?").length - 1).toBeGreaterThan(answered);
  };
  return {
    ask(subject: ApprovalSubject, more: Pick<EventOf<"approval.requested">, "needs" | "why"> = {}) {
      seq += 1;
      const event: TaskEvent = {
        seq,
        at: "",
        type: "approval.requested",
        callId: `call-${seq}`,
        name: subject.kind === "command" ? "execute_command" : "write_to_file",
        subject,
        ...more,
      };
      observe(event, { taskId: testTaskId("task"), agent: "root" });
    },
    async says(word: string) {
      await isAsked();
      answered += 1;
      stdin.write(`${word}\n`);
    },
    async leaves() {
      await isAsked();
      stdin.end();
    },
    decisions: () => ops.flatMap((op) => (op.type === "approval.answer" ? [op.decision] : [])),
    interrupts: () => interrupts,
    screen: () => screen,
  };
}
