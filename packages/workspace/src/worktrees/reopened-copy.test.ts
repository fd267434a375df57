import { join } from "node:path";
import { expect, it } from "vitest";
import { createTempWorktrees, writeFile } from "./temp-worktrees.ts";

it("still says what a merge came to when the copy was removed and is opened again", async () => {
  using temp = await createTempWorktrees({ "a.txt": "a\n" });
  writeFile(join(await temp.worktrees.open("one"), "b.txt"), "b\n");
  const outcome = await temp.worktrees.merge("one");
  expect(outcome).toMatchObject({ changed: ["b.txt"], conflicts: [] });
  await temp.worktrees.remove("one");

  const copy = await temp.worktrees.open("one");
  expect(await temp.worktrees.merge("one")).toEqual(outcome);
  writeFile(join(copy, "c.txt"), "c\n");
  expect((await temp.worktrees.merge("one")).changed).toEqual(["c.txt"]);
  expect([temp.read("b.txt"), temp.read("c.txt")]).toEqual(["b\n", "c\n"]);
});
