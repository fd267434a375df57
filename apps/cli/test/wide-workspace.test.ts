import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { call, complete, createProject } from "./roo.ts";

const warning = "! The task works in your home folder";

it("a run in the home folder warns before any request, and reads no key without approval", async () => {
  using here = createProject({ ".ssh/id_test": "a fake key\n", "notes.txt": "plain\n" });
  here.env.HOME = here.folder;
  const replies = [
    { text: "the first words", ...call("read_file", { path: ".ssh/id_test" }) },
    call("read_file", { path: "notes.txt" }),
    complete("done"),
  ];
  const { code, stderr } = await here.roo(["run", "--replay", here.script(replies), "--auto-approve", "read", "do it"]);
  expect(code).toBe(0);
  expect(stderr.startsWith(`${warning}: `)).toBe(true);
  expect(stderr.split(warning)).toHaveLength(2);
  const [taskId = ""] = here.taskIds();
  const contents = here.events(taskId).flatMap((event) => (event.type === "tool.end" ? [event.content] : []));
  expect(contents.slice(0, 2)).toEqual([expect.stringContaining("was not read"), expect.stringContaining("plain")]);
});

it("also warns with --quiet", async () => {
  using here = createProject();
  here.env.HOME = here.folder;
  const { stderr } = await here.run([complete("done")], "--quiet");
  expect(stderr).toMatch(new RegExp(`^${warning}[^\\n]*\\n$`));
});

it("a run in a subfolder of the home folder does not warn", async () => {
  using here = createProject();
  mkdirSync(here.path("project"));
  here.env.HOME = here.folder;
  const { stderr } = await here.run([complete("done")], "--cwd", here.path("project"));
  expect(stderr).not.toContain("home folder");
});
