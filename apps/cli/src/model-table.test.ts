import { describe, expect, it } from "vitest";
import { modelTable, tokens } from "./model-table.ts";
import { table } from "./table.ts";

describe("modelTable", () => {
  const models = [
    {
      id: "small",
      name: "Small",
      contextWindow: 200_000,
      maxOutput: 64_000,
      prices: { input: 0.15, output: 0.6, cacheRead: 0.075 },
      takesImages: true,
      reasons: true,
    },
    { id: "long", name: "Long", prices: { input: 3, output: 15, tiers: [{ above: 1, input: 6, output: 22.5 }] } },
    { id: "own\u001b[31m", name: "Own", contextWindow: 8192, prices: { input: 0, output: 0 }, callsTools: true },
  ];

  it("shows the most important columns on a narrow terminal", () => {
    expect(modelTable(models, 80)).toBe(
      [
        "model            context     in   out  can",
        "small               200k  $0.15  $0.6  images thinking",
        "long                   –    $3+  $15+",
        "own<U+001B>[31m       8k   free  free  tools",
      ].join("\n"),
    );
  });

  it("shows more on a wide one", () => {
    const [head, first] = modelTable(models, 140).split("\n");
    expect(head).toMatch(/^model +name +context +reply +in +out +cached +can$/);
    expect(first).toMatch(/^small +Small +200k +64k +\$0\.15 +\$0\.6 +\$0\.075 +images thinking$/);
  });
});

it.each([
  [200_000, "200k"],
  [1_048_576, "1M"],
  [999_999, "1M"],
  [1_500_000, "1.5M"],
  [131_072, "131k"],
  [512, "512"],
  [undefined, "–"],
])("formats %s tokens as %s", (count, text) => {
  expect(tokens(count)).toBe(text);
});

describe("table", () => {
  it("gives a first cell that does not fit its own line", () => {
    const rows = [
      ["a-very-long-name-of-something", "12345", "67890"],
      ["short", "1", { right: "2" }],
    ];
    expect(table(rows, 30)).toBe(
      ["a-very-long-name-of-something", "                  12345  67890", "short             1          2"].join("\n"),
    );
  });

  it("leaves no trailing spaces", () => {
    expect(
      table(
        [
          ["a", ""],
          ["bb", ""],
        ],
        80,
      ),
    ).toBe("a\nbb");
  });
});
