import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { checkCompletion } from "./check-completion.ts";
import { EvidenceLedger } from "./evidence-ledger.ts";

const at = "2030-01-01T00:00:00.000Z";

function ledgerOfWritten(path: string): EvidenceLedger {
  const ledger = new EvidenceLedger();
  const steps = [{ path, before: null, after: "v1" }];
  ledger.fold({ seq: 1, at, ...eventDrafts.taskStart(testTaskId("task-1")) });
  ledger.fold({ seq: 2, at, type: "tool.start", callId: "c", name: "write_to_file", kind: "edit", steps });
  ledger.fold({
    seq: 3,
    at,
    type: "tool.end",
    callId: "c",
    name: "write_to_file",
    content: "",
    isError: false,
    durationMs: 1,
    steps,
  });
  return ledger;
}

const claims = [{ claim: "wrote a", path: "a.ts" }];

it("accepts a file that was written and exists", async () => {
  await using temp = createTempWorkspace({ "a.ts": "A" });
  const { files } = temp.workspace;
  const judged = await checkCompletion(claims, { ledger: ledgerOfWritten("a.ts"), filesChanged: ["a.ts"], files });
  expect(judged).toEqual({ evidence: [{ ...claims[0], verdict: "shown", seq: 3 }], verification: "verified" });
});

it("refuses a missing file once, then accepts the claim with its verdict", async () => {
  await using temp = createTempWorkspace();
  const ledger = ledgerOfWritten("a.ts");
  const facts = { ledger, filesChanged: ["a.ts"], files: temp.workspace.files };
  const refusal = await checkCompletion(claims, facts).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "completion_refused", message: expect.stringContaining("there is no a.ts") });
  const content = refusal instanceof Error ? refusal.message : "";
  const refused = { callId: "d", name: "attempt_completion", content, isError: true, code: "completion_refused" };
  ledger.fold({ seq: 4, at, type: "tool.end", durationMs: 1, ...refused });
  expect(await checkCompletion(claims, facts)).toMatchObject({
    evidence: [{ verdict: "contradicted" }],
    verification: "failed",
  });
});

it("does not report an inaccessible path as missing", async () => {
  await using temp = createTempWorkspace();
  const outside = [{ claim: "wrote it", path: "../../outside" }];
  const facts = { ledger: ledgerOfWritten("outside"), filesChanged: [], files: temp.workspace.files };
  await expect(checkCompletion(outside, facts)).rejects.toThrow("../../outside was not written in this task");
});
