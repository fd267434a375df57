import { expect, it } from "vitest";
import { createTempSnapshots } from "./temp-snapshots.ts";

const files = {
  notes: "mine",
  ".cache/a/b": "x",
  "go/pkg/mod/c": "x",
  "go/src/main.go": "mine",
  "project/.cache/d": "mine",
};

it("leaves out the caches of a home folder, and only of that", async () => {
  await using temp = await createTempSnapshots(files);
  const home = await temp.open({ userHome: temp.root });
  const { files: saved, skipped } = await home.take("home");
  expect([saved, skipped]).toEqual([
    3,
    expect.arrayContaining([
      { path: ".cache/", rule: "dependencies" },
      { path: "go/pkg/mod/", rule: "dependencies" },
    ]),
  ]);
  await using elsewhere = await createTempSnapshots(files, { userHome: "/nowhere" });
  expect(await elsewhere.store.take("project")).toMatchObject({ files: 5, skipped: [] });
});
