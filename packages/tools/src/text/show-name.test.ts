import { expect, it } from "vitest";
import { showName } from "./show-name.ts";

it("shows a plain name unchanged", () => {
  expect(showName(`src/Größe "1" ~ \\ 日本.ts`)).toBe(`src/Größe "1" ~ \\ 日本.ts`);
});

it.each([
  ["two\nlines.txt", String.raw`"two\nlines.txt"`],
  ["clear\u001B[2J.txt", String.raw`"clear\u001b[2J.txt"`],
  ["\u009B.txt", String.raw`"\u009b.txt"`],
  ["txt\u202Eexe", String.raw`"txt\u202eexe"`],
  ["a\u2028b", String.raw`"a\u2028b"`],
])("escapes what would pass for something else: %j", (name, shown) => {
  expect(showName(name)).toBe(shown);
  expect(JSON.parse(showName(name))).toBe(name);
});
