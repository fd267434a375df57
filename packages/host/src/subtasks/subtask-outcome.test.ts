import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { withVersions } from "./subtask-outcome.ts";

it("includes the content of conflicting files if it is short text", async () => {
  await using temp = createTempWorkspace({
    "short.txt": "mine\n",
    "long.txt": "x".repeat(10_001),
    "nul.bin": "a\0b",
    ...Object.fromEntries([1, 2, 3, 4, 5].map((index) => [`part${index}.txt`, `${index}`.repeat(9_000)])),
  });
  const describe = async (...names: string[]) =>
    (await withVersions(names.map((name) => ({ path: name, aside: temp.path(name) })))).map(
      ({ path, version }) => `${path} ${version === undefined ? "named" : version.length}`,
    );
  expect(await describe("short.txt", "long.txt", "nul.bin", "gone.txt")).toEqual([
    "short.txt 5",
    "long.txt named",
    "nul.bin named",
    "gone.txt named",
  ]);
  expect(await describe("part1.txt", "part2.txt", "part3.txt", "part4.txt", "part5.txt", "short.txt")).toEqual([
    "part1.txt 9000",
    "part2.txt 9000",
    "part3.txt 9000",
    "part4.txt 9000",
    "part5.txt named",
    "short.txt 5",
  ]);
});
