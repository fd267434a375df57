import { expect, test } from "vitest";
import { list, numberColumn, table, text, textColumn } from "./document.ts";
import { renderMarkdown } from "./markdown.ts";
import { html } from "./markup.ts";

const createdAt = "2025-03-01T10:00:00.000Z";

test("renders headings, text, lists and aligned tables, without charts", () => {
  const markdown = renderMarkdown({
    title: "Report",
    createdAt,
    sections: [
      {
        title: "Runs",
        blocks: [
          text("Two runs."),
          list(["one", "other"]),
          { kind: "figures", figures: [{ title: "never shown", chart: html`<svg></svg>` }] },
          table({
            caption: "Rates",
            columns: [textColumn("Run"), { title: "picture", kind: "chart" }, numberColumn("Rate")],
            rows: [{ cells: ["A", { chart: html`<svg></svg>` }, { text: "60 %", tone: "good" }] }],
          }),
        ],
      },
    ],
  });
  expect(markdown).toBe(`# Report

Created ${createdAt}.

## Runs

Two runs.

- one
- other

**Rates**

| Run | Rate |
| :-- | ---: |
| A   | 60 % |
`);
});

test("names cannot end a cell, add markup or break the line", () => {
  const name = "a|\u001b[2J\u202eb\n# c `d` *e* [f](g) <img src=x> _h_ read_file ~~i~~";
  const markdown = renderMarkdown({
    title: "Report",
    createdAt,
    sections: [
      {
        title: "Runs",
        blocks: [text(name), table({ caption: name, columns: [textColumn("Run")], rows: [{ cells: [name] }] })],
      },
    ],
  });
  const safe = "a\\| \\[2Jb # c \\`d\\` \\*e\\* \\[f\\](g) &lt;img src=x> \\_h\\_ read_file \\~\\~i\\~\\~";
  expect(markdown.split("\n").filter((line) => line.includes("a\\|"))).toEqual([safe, `**${safe}**`, `| ${safe} |`]);
  expect(markdown).not.toContain("<img");
});

test("long texts are truncated in their cell", () => {
  const blocks = [table({ caption: "All", columns: [textColumn("Name")], rows: [{ cells: ["x".repeat(5000)] }] })];
  expect(renderMarkdown({ title: "Report", createdAt, sections: [{ title: "All", blocks }] })).toMatch(/\| x{299}… \|/);
});

test("long tables are truncated with a note", () => {
  const rows = Array.from({ length: 130 }, (_, index) => ({ cells: [`e${index}`] }));
  const markdown = renderMarkdown({
    title: "Report",
    createdAt,
    sections: [{ title: "All", blocks: [table({ caption: "All", columns: [textColumn("Name")], rows })] }],
  });
  expect(markdown).toContain("e99 ");
  expect(markdown).not.toContain("e100");
  expect(markdown).toContain("… and 30 more.");
});
