import { relative } from "node:path";
import { PassThrough } from "node:stream";
import { createRuleKeeper, type RuleKeeper, userSettingsFile } from "@roo-code/host";
import { createTempWorkspace, FakeClock, testTaskId } from "@roo-code/testkit";
import type { ApprovalSubject, Op, TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { attend } from "./attend.ts";

it("allows always only exactly what was shown", async () => {
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

it("keeps the smallest rule for good, and does not ask again for what it allows", async () => {
  await using folder = createTempWorkspace();
  const home = folder.path(".");
  const rules = createRuleKeeper({ home, clock: new FakeClock(), root: home });
  const person = atTheTerminal(rules);
  person.ask({ kind: "command", summary: "npm test", command: "npm test" });
  await person.says("f");
  person.ask({ kind: "command", summary: "npm test", command: "npm test" });
  await expect.poll(() => person.decisions()).toEqual(["allow", "allow"]);
  person.ask({ kind: "command", summary: "npm test && rm x", command: "npm test && rm x" });
  await person.says("no");
  await expect.poll(() => person.decisions()).toEqual(["allow", "allow", "deny"]);
  expect(person.screen()).toContain("[f]or good (allow npm test)");
  const kept = JSON.parse(folder.readText(relative(home, userSettingsFile({ home, clock: new FakeClock() }).path)));
  expect(kept.approvals).toEqual([{ action: "allow", kind: "command", command: "npm test" }]);
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
  const observe = attend({
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
    ask(subject: ApprovalSubject) {
      seq += 1;
      const event: TaskEvent = {
        seq,
        at: "",
        type: "approval.requested",
        callId: `call-${seq}`,
        name: subject.kind === "command" ? "execute_command" : "write_to_file",
        subject,
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
