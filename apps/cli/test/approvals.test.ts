import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";
import { startInTerminal } from "./terminal.ts";

/** Works until the test stops it. */
const busy = call("execute_command", { command: "until [ -e enough ]; do sleep 0.05; done" });
const write = call("write_to_file", { path: "a.txt", content: "hello\n" });

function decisions(here: TestProject): string[] {
  const [taskId = ""] = here.taskIds();
  return here.events(taskId).flatMap((event) => (event.type === "approval.end" ? [event.decision] : []));
}

function attended(here: TestProject, replies: readonly object[], ...more: string[]) {
  return startInTerminal(here, ["run", "--replay", here.script(replies), "--sandbox", "off", ...more, "do it"]);
}

it("does not use input typed before a question as its answer", async () => {
  using here = createProject();
  const terminal = attended(here, [busy, write, complete("done")], "--auto-approve", "command");
  await terminal.shows("▸ execute_command");
  terminal.type("y\ryes\r");
  await terminal.shows("yes");
  writeFileSync(here.path("enough"), "");
  await terminal.shows("Allow?");
  terminal.type("no\r");
  expect(await terminal.ended).toBe(0);
  expect(decisions(here)).toEqual(["deny"]);
  expect(existsSync(here.path("a.txt"))).toBe(false);
});

it("does not use a line that was started before the question", async () => {
  using here = createProject();
  const terminal = attended(here, [busy, write, complete("done")], "--auto-approve", "command");
  await terminal.shows("▸ execute_command");
  terminal.type("typed ahead ye");
  await terminal.shows("typed ahead ye");
  writeFileSync(here.path("enough"), "");
  await terminal.shows("Allow?");
  terminal.type("y\r");
  await terminal.shows("started before the question");
  terminal.type("no\r");
  expect(await terminal.ended).toBe(0);
  expect(decisions(here)).toEqual(["deny"]);
});

it("uses what is typed after a question", async () => {
  using here = createProject();
  const again = call("write_to_file", { path: "a.txt", content: "hello again\n" });
  const terminal = attended(here, [write, again, complete("done")]);
  await terminal.shows("Allow?");
  terminal.type("y\r");
  await terminal.shows("Allow?", 2);
  terminal.type("y\r");
  expect(await terminal.ended).toBe(0);
  expect(decisions(here)).toEqual(["allow", "allow"]);
  expect(here.read("a.txt")).toBe("hello again\n");
});

it.each([
  ["a terminal that marks it", "\u001B[200~first line\rsecond line\u001B[201~\r"],
  ["one that does not", "first line\rsecond line\r"],
])("uses a paste of several lines as one answer, with %s", async (_, keys) => {
  using here = createProject();
  const ask = call("ask_followup_question", { question: "What should it say?", follow_up: [] });
  const terminal = attended(here, [ask, { expect: "first line\nsecond line", ...write }, complete("done")]);
  await terminal.shows("Your answer");
  terminal.type(keys);
  await terminal.shows("Allow?");
  terminal.type(keys);
  expect(await terminal.ended).toBe(0);
  const [taskId = ""] = here.taskIds();
  const answers = here
    .events(taskId)
    .flatMap((event) =>
      event.type === "question.end" ? [event.answer] : event.type === "approval.end" ? [event.feedback] : [],
    );
  expect(answers).toEqual(["first line\nsecond line", "first line\nsecond line"]);
});

it("limits a standing approval to its project", async () => {
  using here = createProject();
  const other = join(here.folder, "..", "other");
  mkdirSync(other);
  const replies = [call("execute_command", { command: "touch made" }), complete("done")];
  const terminal = attended(here, replies);
  await terminal.shows("[f]or good here");
  terminal.type("f\r");
  expect(await terminal.ended).toBe(0);
  const [kept] = globSync("projects/*/settings.json", { cwd: here.home });
  expect(terminal.screen().replaceAll(/\s/g, "")).toContain(join(here.home, kept ?? "?"));

  const alone = (...more: string[]) => here.run(replies, "--sandbox", "off", ...more);
  rmSync(here.path("made"));
  await alone();
  expect(existsSync(here.path("made"))).toBe(true);
  await alone("--cwd", other);
  expect(existsSync(join(other, "made"))).toBe(false);
  expect(existsSync(here.path(".roo"))).toBe(false);
});

it("asks a subtask's question, here and in an attached terminal, and says which agent asks", async () => {
  using here = createProject();
  const order = call("new_task", { mode: "code", message: "Say hello" });
  const ask = (answer: string) => ({
    agent: "child-1",
    ...call("write_to_file", { path: answer, content: "hello\n" }),
  });
  const said = { agent: "child-1", ...complete("said") };
  const replies = [order, ask("first.txt"), ask("second.txt"), said, complete("done")];
  const socket = join(here.home, "..", "roo.sock");
  const run = attended(here, replies, "--auto-approve", "subtask", "--ipc", socket);
  await run.shows("child-1 · write_to_file: first.txt");
  await run.shows("Allow?");
  run.type("y\r");
  await run.shows("child-1 · write_to_file: second.txt");
  const other = startInTerminal(here, ["attach", socket]);
  await other.shows("child-1 · write_to_file: second.txt");
  await other.shows("Allow?");
  other.type("y\r");
  expect(await Promise.all([run.ended, other.ended])).toEqual([0, 0]);
  expect([here.read("first.txt"), here.read("second.txt")]).toEqual(["hello\n", "hello\n"]);
});
