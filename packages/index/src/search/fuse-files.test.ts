import { expect, it } from "vitest";
import { fuseFiles } from "./fuse-files.ts";

const chunk = (id: number, path: string) => ({ id, path });

it("puts first what both rankings find, and gives 1 to first place in both", () => {
  const words = { found: [chunk(1, "a"), chunk(2, "b")], weight: 1 };
  const vectors = { found: [chunk(3, "a"), chunk(4, "c")], weight: 1 };
  const fused = fuseFiles([words, vectors], 3);
  expect(fused[0]).toEqual({ id: 1, path: "a", score: 1 });
  expect(fused.map(({ path }) => path)).toEqual(["a", "a", "b", "c"]);
  expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).toSorted((a, b) => b - a));
});

it("prefers the ranking with more weight, and ignores one without", () => {
  const words = { found: [chunk(1, "a")], weight: 1 };
  const vectors = { found: [chunk(2, "b")], weight: 2 };
  expect(fuseFiles([words, vectors], 3)[0]?.path).toBe("b");
  expect(fuseFiles([words, { found: [], weight: 0 }], 3)).toEqual([{ id: 1, path: "a", score: 1 }]);
});

it("limits the chunks per file", () => {
  const found = Array.from({ length: 9 }, (_, id) => chunk(id, "a"));
  expect(fuseFiles([{ found, weight: 1 }], 2).map(({ id }) => id)).toEqual([0, 1]);
});
