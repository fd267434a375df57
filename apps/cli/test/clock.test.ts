import { existsSync, globSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
const hour = 3600;
const write = (path: string) => call("write_to_file", { path, content: "x\n" });
const wait = call("execute_command", { command: "touch waiting; while [ -e waiting ]; do sleep 0.02; done" });

/** Sets the wall clock; the monotonic clock is not affected, as with the kernel. */
function settableClock(here: TestProject) {
  const file = join(dirname(here.home), "when");
  const set = (seconds: number) => writeFileSync(file, `${seconds >= 0 ? "+" : ""}${seconds}`);
  set(0);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_RESET: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    TZ: endOfSummer(),
  };
  return { set, env };
}

/** A zone in which summer time ends in two seconds, one hour ahead of UTC until then. */
function endOfSummer(): string {
  const end = new Date(Date.now() + hour * 1000 + 2000);
  const day = Math.floor((end.getTime() - Date.UTC(end.getUTCFullYear(), 0, 1)) / (24 * hour * 1000)) + 1;
  return `WIN0SUM-1,J1/0,J${day}/${end.toISOString().slice(11, 19)}`;
}

it.skipIf(library === undefined)(
  "keeps running through jumps of the clock: a day ahead, an hour back, a second twice, the end of summer time (needs libfaketime)",
  async () => {
    using here = createProject();
    const clock = settableClock(here);
    await here.roo(["config", "set", "historyMaxAge", "30"]);
    const earlier = await here.run([complete("before all that")], "--cwd", dirname(here.home));
    const script = here.script([
      write("a.txt"),
      wait,
      wait,
      { toolCalls: [{ name: "new_task", input: { mode: "code", message: "below" } }] },
      { agent: "child-1", ...write("b.txt") },
      { agent: "child-1", ...complete("below is done") },
      complete("all done"),
    ]);
    const flags = ["--replay", script, "--auto-approve", "all", "--timeout", "3600", "--output", "json"];
    const started = here.start(["run", ...flags, "do it"], { env: clock.env });
    for (const seconds of [24 * hour, -hour]) {
      await expect.poll(() => existsSync(here.path("waiting"))).toBe(true);
      clock.set(seconds);
      await here.roo(["tasks", "list"], { env: clock.env });
      rmSync(here.path("waiting"));
    }
    const { stdout, code } = await started.ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: "completed", result: "all done" }]);

    clock.set(-hour - 1);
    const { taskId } = JSON.parse(stdout) as { taskId: string };
    const again = here.script([
      write("a.txt"),
      wait,
      wait,
      wait,
      complete("all done"),
      write("c.txt"),
      complete("more"),
    ]);
    const resumed = await here.roo(["tasks", "resume", taskId, "go on", "--replay", again, ...flags.slice(2)], {
      env: clock.env,
    });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ status: "completed", result: "more" });
    for (const each of here.taskIds()) {
      const events = here.events(each);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const durations = events.flatMap(durationOf);
      expect(durations.filter((ms) => ms < 0 || ms > 60_000)).toEqual([]);
    }
    // A day later nothing has expired, and the order of events is unchanged.
    expect(here.taskIds()).toContain(earlier.result.taskId);
    const undone: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      await here.roo(["undo"], { env: clock.env });
      undone.push(["a", "b", "c"].filter((name) => existsSync(here.path(`${name}.txt`))).join(""));
    }
    expect(undone).toEqual(["ab", "a", ""]);
  },
);

function durationOf(event: TaskEvent): number[] {
  return "durationMs" in event && event.durationMs !== null ? [event.durationMs] : [];
}
