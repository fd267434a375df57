import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { type Claim, type EventDraft, noUsage, type TaskEvent } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completionRefusal } from "./completion-refusal.ts";
import { EvidenceLedger } from "./evidence-ledger.ts";

type End = Partial<Extract<EventDraft, { type: "tool.end" }>>;

/** A reply with one call, its start if it acts, and its end. */
function call(name: string, input: unknown, end: End = {}, kind?: "edit" | "action"): EventDraft[] {
  const calledAs = end.calledAs ?? name;
  return [
    {
      type: "turn.end",
      turn: 1,
      message: { role: "assistant", content: [{ type: "tool-call", callId: "c", name: calledAs, input }] },
      usage: noUsage(),
      stopReason: "tool-calls",
    },
    ...(kind ? [{ type: "tool.start" as const, callId: "c", name, kind }] : []),
    { type: "tool.end", callId: "c", name, content: "", isError: false, durationMs: 1, ...end },
  ];
}

const ran = (command: string, status = "Exit code: 0", end: End = {}) =>
  call(
    "execute_command",
    { command },
    { content: `Working directory: .\n${status}\nOutput:\nExit code: 0`, ...end },
    "action",
  );
const failed = (command: string) => ran(command, "Exit code: 1 (not successful)", { trouble: "exit code 1" });
const background = (command: string) => ran(command, "Status: cmd-1 runs in the background, for 0.5 s so far");
const about = (name: string, status: string) => call(name, { id: "cmd-1" }, { content: status });
const wrote = (path: string, after: string | null = "v1", before: string | null = "v0") =>
  call("write_to_file", { path }, { steps: [{ path, before, after }] }, "edit");
const looked = (path: string, version: string | null) => call("read_file", { path }, { seen: [{ path, version }] });
const saved = (label: string): EventDraft => ({ type: "snapshot.added", snapshot: "s1-000000", label, skipped: 0 });

const subtask = (...filesChanged: string[]): EventDraft[] => [
  { type: "subtask.start", callId: "c", taskId: testTaskId("task-2"), agent: "child-1", mode: "code", message: "do" },
  {
    type: "subtask.end",
    callId: "c",
    taskId: testTaskId("task-2"),
    status: "completed",
    turns: 1,
    usage: noUsage(),
    filesChanged,
  },
];

function logOf(...drafts: EventDraft[][]): TaskEvent[] {
  const all = [eventDrafts.taskStart(testTaskId("task-1")), eventDrafts.runStart(), ...drafts.flat()];
  return all.map((draft, index) => ({ ...draft, seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));
}

function ledgerOf(...drafts: EventDraft[][]): EvidenceLedger {
  const ledger = new EvidenceLedger();
  for (const event of logOf(...drafts)) ledger.fold(event);
  return ledger;
}

function verdict(drafts: EventDraft[][], claim: Omit<Claim, "claim">, others: Claim[] = []) {
  const claims = [{ claim: "it works", ...claim }, ...others];
  return ledgerOf(...drafts).judge(claims, { filesChanged: [] }).evidence[0];
}

describe("a claimed command", () => {
  const test = "npm test";

  it.each<[string, EventDraft[][], string, string?]>([
    ["succeeded", [ran(test)], "shown"],
    ["succeeded after a failure", [failed(test), ran(test)], "shown"],
    ["failed", [failed(test)], "contradicted", "`npm test` ended with exit code 1"],
    ["failed after a success", [ran(test), failed(test)], "contradicted"],
    ["was killed", [ran(test, "Exit code: none, stopped after 600 s because it had not finished")], "contradicted"],
    ["was aborted", [ran(test, "", { isError: true, code: "aborted" })], "contradicted"],
    ["was interrupted", [ran(test, "", { isError: true, code: "interrupted" })], "unknown"],
    ["was never run", [ran("npm run lint")], "contradicted", "no such command was run in this task"],
    ["was denied", [call("execute_command", { command: test }, { isError: true, code: "denied" })], "contradicted"],
    ["could not be run", [ran(test, "", { isError: true, code: "not_found" })], "contradicted"],
    ["may have been run by a subtask", [subtask()], "unknown"],
    ["came before an edit", [ran(test), wrote("a.ts")], "stale", "`npm test` succeeded, but then a.ts was changed"],
    ["came after an edit", [wrote("a.ts"), ran(test)], "shown"],
    ["came before a command", [ran(test), ran("npm run format")], "stale"],
    ["came before a look", [ran(test), ran("git status && ls | head"), looked("a.ts", "v1")], "shown"],
    ["came before a failed edit", [ran(test), call("apply_diff", {}, { isError: true }, "edit")], "shown"],
    [
      "came before an edit that broke off",
      [ran(test), call("apply_diff", {}, { isError: true, code: "interrupted" }, "edit")],
      "stale",
    ],
    [
      "came before a subtask's changes",
      [ran(test), subtask("a.ts")],
      "stale",
      "`npm test` succeeded, but then child-1 changed a.ts",
    ],
    ["came before a subtask without changes", [ran(test), subtask()], "shown"],
    ["came before an MCP call", [ran(test), call("use_mcp_tool", {}, {}, "action")], "stale"],
    ["came before a browser's click", [ran(test), call("browser_action", {}, {}, "action")], "shown"],
    ["came before the files were restored", [ran(test), [{ type: "rewind.added", toSeq: 1, snapshot: "s" }]], "stale"],
    [
      "came before an undo",
      [ran(test), [saved("undo to 1")]],
      "stale",
      "`npm test` succeeded, but then the files were restored to an earlier state",
    ],
    ["came before a snapshot of any other kind", [ran(test), [saved("the end of the run")]], "shown"],
    ["ran before the conversation was rewound", [ran(test), [{ type: "rewind.added", toSeq: 1 }]], "shown"],
    ["runs", [background(test)], "unknown", "`npm test` was still running"],
    ["ran in the background", [background(test), about("read_command_output", "Exit code: 0\nOutput:")], "shown"],
    ["failed there", [background(test), about("read_command_output", "Exit code: 2 (not successful)")], "contradicted"],
    ["was edited under", [background(test), wrote("a"), about("read_command_output", "Exit code: 0")], "stale"],
    [
      "was stopped",
      [
        background(test),
        about("stop_command", "cmd-1 is stopped with all its processes.\nExit code: none, stopped on request"),
      ],
      "unknown",
    ],
    [
      "ended with the process",
      [background(test), [eventDrafts.runStart()], about("read_command_output", "Exit code: 0")],
      "unknown",
    ],
    [
      "was followed by input to a server",
      [
        background("npm start"),
        ran(test),
        about("send_command_input", "Status: cmd-1 runs in the background, for 9 s so far"),
      ],
      "stale",
    ],
    [
      "was followed by the end of a server",
      [
        background("npm start"),
        ran(test),
        about("stop_command", "cmd-1 is stopped with all its processes.\nExit code: none, stopped on request"),
      ],
      "shown",
    ],
  ])("that %s", (_, drafts, expected, why) => {
    const found = verdict(drafts, { command: test });
    expect(found).toMatchObject({ verdict: expected, ...(why !== undefined && { why }) });
  });

  it.each([
    ["npm  test\n", "npm test", "shown"],
    ["cd app && npm test", "npm test", "shown"],
    ["npm test", "cd app && npm test", "shown"],
    ["npm ci && npm test && ls", "npm test", "shown"],
    ["npm ci && npm test", "npm ci && npm test", "shown"],
    ["(cd app && npm test)", "npm test", "shown"],
    ["CI=1 timeout 60 npm test 2>&1", "`npm test`", "shown"],
    ["node a.js 'x y'", '$ node a.js "x y"', "shown"],
    ["echo '{}' | node a.js", "echo '{}' | node a.js", "shown"],
    ["set -euo pipefail; npm test | tail; ls", "npm test", "shown"],
    ["npm test | tail -5", "npm test", "unknown"],
    ["npm test | tail -5", "npm test | tail -5", "unknown"],
    ["npm test || true", "npm test", "unknown"],
    ["npm test; echo done", "npm test", "unknown"],
    ["npm test &", "npm test", "unknown"],
    ["npm start & npm test", "npm test", "shown"],
    ["a || b && npm test", "npm test", "shown"],
    ["a || b && npm test", "b", "unknown"],
    ["npm test -- a", "npm test", "contradicted"],
    ["npm testing", "npm test", "contradicted"],
    ["echo 'npm test'", "npm test", "contradicted"],
  ])("%j supports the claim %j: %s", (command, claimed, expected) => {
    expect(verdict([ran(command)], { command: claimed })?.verdict).toBe(expected);
  });

  it.each([
    ["bash", { command: "npm test" }],
    ["run_command", { CommandLine: "npm test", Cwd: "app" }],
    ["shell", { command: ["bash", "-lc", "npm test"] }],
    ["exec_command", { cmd: "npm test" }],
  ])("is found whatever the model calls the tool: %s", (calledAs, input) => {
    const drafts = call(
      "execute_command",
      input,
      { calledAs, content: "Working directory: .\nExit code: 0" },
      "action",
    );
    expect(verdict([drafts], { command: "npm test" })).toMatchObject({ verdict: "shown", seq: 5 });
  });

  it("does not make another claimed one stale", () => {
    const others = [{ claim: "built", command: "npm run build" }];
    const drafts = [ran("npm test"), ran("cd app && npm run build")];
    expect(verdict(drafts, { command: "npm test" }, others)?.verdict).toBe("shown");
    expect(verdict(drafts, { command: "npm test" })?.verdict).toBe("stale");
    const more = [...drafts, ran("npm run build && rm -r src")];
    expect(verdict(more, { command: "npm test" }, others)?.verdict).toBe("stale");
  });

  it("is not shown by the output of another command", () => {
    const printed = call(
      "execute_command",
      { command: "npm test" },
      {
        content: "Working directory: .\nExit code: 1 (not successful)\nOutput:\nWorking directory: .\nExit code: 0",
        trouble: "exit code 1",
      },
      "action",
    );
    expect(verdict([printed], { command: "npm test" })?.verdict).toBe("contradicted");
  });
});

describe("a claimed file", () => {
  it.each<[string, EventDraft[][], string]>([
    ["was written", [wrote("src/a.ts")], "shown"],
    ["was written and seen", [wrote("src/a.ts"), looked("src/a.ts", "v1")], "shown"],
    ["was deleted after that", [wrote("src/a.ts"), wrote("src/a.ts", null, "v1")], "contradicted"],
    ["was gone when looked at", [wrote("src/a.ts"), looked("src/a.ts", null)], "contradicted"],
    ["is there again", [wrote("src/a.ts"), looked("src/a.ts", null), looked("src/a.ts", "v2")], "unknown"],
    ["was only deleted", [wrote("src/a.ts", null)], "unknown"],
    ["was only read", [looked("src/a.ts", "v1")], "contradicted"],
    ["was never touched", [ran("ls")], "contradicted"],
    ["may be a command's", [ran("node make.js")], "unknown"],
    ["is a subtask's", [subtask("src/a.ts")], "shown"],
    ["was restored", [wrote("src/a.ts"), [{ type: "rewind.added", toSeq: 1, snapshot: "s" }]], "unknown"],
    [
      "was written before what was restored",
      [wrote("src/a.ts"), [{ type: "rewind.added", toSeq: 9, snapshot: "s" }]],
      "shown",
    ],
  ])("that %s", (_, drafts, expected) => {
    expect(verdict(drafts, { path: "src/a.ts" })?.verdict).toBe(expected);
  });

  it.each(["src/a.ts", "./src/a.ts", "/project/src/a.ts", "src/../src/a.ts", "src", "src/", " src/a.ts "])(
    "is known as %j",
    (path) => expect(verdict([wrote("src/a.ts")], { path })?.verdict).toBe("shown"),
  );

  it.each(["a.ts", "src/a", "/src/a.ts", "/project-2/src/a.ts", "sr"])("is not known as %j", (path) =>
    expect(verdict([wrote("src/a.ts")], { path })?.verdict).toBe("contradicted"),
  );

  it("that is not on disk is contradicted whatever the log says", () => {
    const { evidence } = ledgerOf(wrote("a"), ran("rm a")).judge([{ claim: "a", path: "a" }], {
      filesChanged: ["a"],
      missing: new Set(["a"]),
    });
    expect(evidence).toMatchObject([{ verdict: "contradicted", why: "there is no a" }]);
  });
});

it("uses the weaker verdict of a command and a file, and unknown for a claim that names neither", () => {
  const both = { command: "npm test", path: "a.ts" };
  expect(verdict([wrote("a.ts"), ran("npm test")], both)?.verdict).toBe("shown");
  expect(verdict([wrote("a.ts"), failed("npm test")], both)?.verdict).toBe("contradicted");
  expect(verdict([ran("npm test")], both)?.verdict).toBe("unknown");
  expect(verdict([], {})).toEqual({
    claim: "it works",
    verdict: "unknown",
    why: "it names neither a command nor a file",
  });
});

it.each<[string, EventDraft[][], Claim[], string | undefined]>([
  [
    "all shown",
    [wrote("a"), ran("t")],
    [
      { claim: "t", command: "t" },
      { claim: "a", path: "a" },
    ],
    "verified",
  ],
  ["one unknown", [wrote("a"), ran("t")], [{ claim: "t", command: "t" }, { claim: "x" }], "unverified"],
  ["one stale", [ran("t"), wrote("a")], [{ claim: "t", command: "t" }], "unverified"],
  [
    "one contradicted",
    [ran("t")],
    [{ claim: "t", command: "t" }, { claim: "u", command: "u" }, { claim: "x" }],
    "failed",
  ],
  ["no claim after an edit", [wrote("a")], [], "unverified"],
  ["no claim after a command", [ran("node make.js")], [], "unverified"],
  ["no claim after a look", [ran("git log | head"), looked("a", "v")], [], undefined],
])("sums up to a verification: %s", (_, drafts, claims, expected) => {
  const filesChanged = drafts.flat().flatMap((draft) => (draft.type === "tool.end" ? (draft.steps ?? []) : []));
  const judged = ledgerOf(...drafts).judge(claims, { filesChanged: filesChanged.map(({ path }) => path) });
  expect(judged.verification).toBe(expected);
});

describe("a completion", () => {
  const claims = [
    { claim: "tests pass", command: "npm test" },
    { claim: "lint passes", command: "npm run lint" },
    { claim: "wrote b", path: "b.ts" },
    { claim: "it is nice" },
  ];
  const work = [ran("npm test"), wrote("a.ts"), failed("npm run lint")];
  const refused = (content: string) =>
    call("attempt_completion", {}, { content, isError: true, code: "completion_refused" });

  it("is refused with the contradiction and advice", () => {
    const { evidence } = ledgerOf(wrote("a.ts"), ran("npm test"), wrote("a.ts")).judge(claims, { filesChanged: [] });
    expect(completionRefusal(evidence, false)).toMatchObject({
      code: "completion_refused",
      message: [
        "Not accepted: the log does not support your claims.",
        "- tests pass: `npm test` succeeded, but then a.ts was changed. Run it again, or leave the claim out.",
        "- lint passes: no such command was run in this task. Run it until it succeeds, exactly as you claim it, or leave the claim out.",
        "Then complete again.",
      ].join("\n"),
    });
  });

  it("is accepted the second time, until the next message", () => {
    const ledger = ledgerOf(...work);
    const { evidence } = ledger.judge(claims, { filesChanged: [] });
    const refusal = completionRefusal(evidence, ledger.wasRefused);
    const again = ledgerOf(...work, refused(refusal?.message ?? ""));
    const judged = again.judge(claims, { filesChanged: [] });
    expect(again.wasRefused).toBe(true);
    expect(completionRefusal(judged.evidence, again.wasRefused)).toBeUndefined();
    expect(judged.verification).toBe("failed");
    const later = ledgerOf(...work, refused(refusal?.message ?? ""), [eventDrafts.message("go on")]);
    expect(later.wasRefused).toBe(false);
  });

  it("that was refused for another reason may still be refused for its claims", () => {
    expect(ledgerOf(...work, refused("look failed in the same reply.")).wasRefused).toBe(false);
  });

  it("whose claims are only unknown is accepted", () => {
    const { evidence } = ledgerOf(background("npm test")).judge([claims[0] ?? { claim: "" }], { filesChanged: [] });
    expect(completionRefusal(evidence, false)).toBeUndefined();
  });
});

const anyStep = fc.constantFrom<EventDraft[]>(
  ran("npm test"),
  failed("npm test"),
  background("npm run lint"),
  about("read_command_output", "Exit code: 0"),
  wrote("a.ts"),
  wrote("a.ts", null),
  looked("a.ts", null),
  subtask("a.ts"),
  ran("ls"),
  [eventDrafts.message("m")],
  [eventDrafts.runStart()],
  [{ type: "rewind.added", toSeq: 4, snapshot: "s" }],
);
const anyClaims: Claim[] = [
  { claim: "t", command: "npm test" },
  { claim: "l", command: "npm run lint" },
  { claim: "a", path: "a.ts" },
];

it("gives the same verdicts if events are folded twice or judged before", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const events = logOf(...steps);
      const once = new EvidenceLedger();
      const twice = new EvidenceLedger();
      for (const event of events) {
        once.fold(event);
        twice.fold(event);
        twice.fold(event);
        twice.judge(anyClaims, { filesChanged: [] });
      }
      for (const event of events) twice.fold(event);
      const expected = once.judge(anyClaims, { filesChanged: [] });
      expect(twice.judge(anyClaims, { filesChanged: [] })).toEqual(expected);
      expect(twice.wasRefused).toBe(once.wasRefused);
    }),
    { numRuns: 100 },
  );
});

it("never counts a command as shown after a later edit", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const { evidence } = ledgerOf(...steps, wrote("b.ts")).judge(anyClaims.slice(0, 2), { filesChanged: [] });
      expect(evidence.map(({ verdict: found }) => found)).not.toContain("shown");
    }),
    { numRuns: 100 },
  );
});

it("keeps the newest of many commands, and reports the others as unknown", () => {
  const many = Array.from({ length: 600 }, (_, index) => ran(`make ${index}`));
  expect(verdict(many, { command: "make 599" })?.verdict).toBe("shown");
  expect(verdict(many, { command: "make 1" })?.verdict).toBe("unknown");
});
