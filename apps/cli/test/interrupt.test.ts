import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { call, complete, createProject } from "./roo.ts";

const hang = "sleep 300 & echo started; wait";

async function untilStarted(here: ReturnType<typeof createProject>, args: readonly string[]) {
  const started = here.start(args);
  await started.prints(/started/, "either");
  return started;
}

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s stops the run, ends its processes, and leaves a task that can be resumed", async (signal, exitCode) => {
  using here = createProject();
  const script = here.script([
    call("execute_command", { command: hang }),
    { expect: "stopped on request", ...complete("went on") },
  ]);
  const started = await untilStarted(here, ["run", "--replay", script, "--auto-approve", "command", "do it"]);
  started.child.kill(signal);
  expect(await started.ended).toMatchObject({ code: exitCode, stderr: expect.stringContaining("--resume") });
  const [taskId = ""] = here.taskIds();
  expect(here.events(taskId).at(-1)).toMatchObject({ type: "run.end", status: "aborted" });
  const resumed = await here.roo(["run", "--replay", script, "--resume", taskId, "--output", "json"]);
  expect(resumed.code).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ taskId, status: "completed", result: "went on" });
});

it("ends at once at the second Ctrl-C", async () => {
  using here = createProject();
  const script = here.script([
    call("execute_command", { command: "trap '' TERM; echo started; while true; do sleep 0.1; done" }),
  ]);
  const started = await untilStarted(here, ["run", "--replay", script, "--auto-approve", "command", "do it"]);
  started.child.kill("SIGINT");
  started.child.kill("SIGINT");
  expect(await started.ended).toMatchObject({ code: 130 });
});

it("stops the run and its processes when its output is no longer read", async () => {
  using here = createProject();
  const command = "while true; do echo started | tee -a beats; sleep 0.05; done";
  const script = here.script([call("execute_command", { command })]);
  const args = ["run", "--replay", script, "--auto-approve", "command", "--output", "ndjson", "do it"];
  const started = here.start(args);
  await started.prints(/"output\.delta"/);
  started.child.stdout?.destroy();
  expect(await started.ended).toMatchObject({ code: 141, stderr: "" });
  // In a sandbox its process id means nothing outside, so its output shows whether it still runs.
  const beats = here.read("beats");
  await setTimeout(300);
  expect(here.read("beats")).toBe(beats);
  const [taskId = ""] = here.taskIds();
  expect(here.events(taskId).at(-1)).toMatchObject({ type: "run.end", status: "aborted" });
});

it("refuses to run a task that another process holds, and names it", async () => {
  using here = createProject();
  const script = here.script([call("execute_command", { command: hang })]);
  const started = await untilStarted(here, ["run", "--replay", script, "--auto-approve", "command", "do it"]);
  const [taskId = ""] = here.taskIds();
  const second = await here.roo(["run", "--replay", script, "--resume", taskId]);
  expect(second.code).toBe(2);
  expect(second.stderr).toContain(
    String(here.events(taskId).flatMap((event) => (event.type === "run.start" ? [event.pid] : []))[0]),
  );
  const deleted = await here.roo(["tasks", "delete", taskId]);
  expect(deleted.code).toBe(2);
  started.child.kill("SIGTERM");
  await started.ended;
});

it("also ends what a start has begun: a tool's file that never ends", async () => {
  using here = createProject({
    ".roo/tools/loop.mjs": `import { writeFileSync } from "node:fs"; writeFileSync("pid", String(process.pid)); for (;;);`,
  });
  expect(await here.roo(["config", "trust"])).toMatchObject({ code: 0 });
  const started = here.start(["run", "--replay", here.script([complete("done")]), "do it"]);
  await expect.poll(() => existsSync(here.path("pid")) && here.read("pid")).toBeTruthy();
  started.child.kill("SIGINT");
  await started.ended;
  await expect.poll(() => isRunning(here.read("pid"))).toBe(false);
});

/** One that has ended may not have been reaped yet. */
function isRunning(pid: string): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
