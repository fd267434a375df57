import { deflateRawSync, deflateSync } from "node:zlib";
import * as xlsx from "@e965/xlsx";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ToolOutput } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../../test/call-tool.ts";
import { readFile } from "../read-file.ts";
import { packZip, unpackZip } from "./zip.ts";

async function read(path: string, content: string | Uint8Array, input: object = {}): Promise<ToolOutput> {
  await using temp = createTempWorkspace({ [path]: content });
  return new ToolCaller(temp).call(readFile, { path, ...input });
}

describe("a PDF", () => {
  it("is shown page by page, as lines", async () => {
    const { content } = await read("a.pdf", pdf(["First page", "Second page"]));
    expect(content).toBe(
      "File: a.pdf\n(PDF, 2 pages; shown as text)\n1 | ## Page 1\n2 | First page\n3 | \n4 | ## Page 2\n5 | Second page",
    );
  });

  it("is recognised by its content, and read in parts", async () => {
    const { content } = await read("paper", pdf(["First page", "Second page"]), { offset: 4, limit: 1 });
    expect(content).toContain("Lines shown: 4-4 of 5.");
    expect(content).toMatch(/4 \| ## Page 2$/);
  });

  it("without text is reported as such", async () => {
    expect((await read("a.pdf", pdf([""]))).content).toContain("it may be a scan");
  });

  it("that is damaged or protected is refused, with the reason", async () => {
    await expect(read("a.pdf", "%PDF-1.4 nonsense")).rejects.toMatchObject({ code: "damaged_document" });
    const id = `<${"0".repeat(32)}>`;
    const keys = `/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${"0".repeat(64)}>/U<${"0".repeat(64)}>>>/ID[${id}${id}]`;
    await expect(read("a.pdf", pdf(["x"], keys))).rejects.toMatchObject({ code: "encrypted_document" });
  });

  it("that unpacks to far more is refused, packed once or twice", async () => {
    const once = deflateSync(Buffer.alloc(129 * 1024 * 1024), { level: 1 });
    await expect(read("a.pdf", pdf([once]))).rejects.toMatchObject({ code: "document_too_large" });
    const twice = deflateSync(once);
    await expect(read("a.pdf", pdf([twice]))).rejects.toMatchObject({ code: "document_too_large" });
  });
});

describe("a Word document", () => {
  it("is shown as its paragraphs", async () => {
    const { content } = await read("a.docx", docx(["First", "Second"]));
    expect(content).toBe("File: a.docx\n(Word document; shown as text)\n1 | First\n2 | \n3 | Second");
  });

  it("keeps its headings and tables, and escapes nothing", async () => {
    const paragraph = (text: string, style = ""): string => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;
    const row = (...texts: string[]): string =>
      `<w:tr>${texts.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join("")}</w:tr>`;
    const title = paragraph("snake_case", '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>');
    const { content } = await read("a.docx", wordFile(`${title}<w:tbl>${row("A1", "B1")}${row("A2", "B2")}</w:tbl>`));
    expect(content).toMatch(/1 \| # snake_case\n2 \| \n3 \| \| A1 \| B1 \|\n4 \| \| A2 \| B2 \|$/);
  });

  it("that is damaged or protected is refused, and plain text is shown as text", async () => {
    const whole = docx(["First"]);
    await expect(read("a.docx", whole.subarray(0, 100))).rejects.toMatchObject({ code: "damaged_document" });
    await expect(read("a.docx", packZip([{ name: "x.xml", content: Buffer.from("<x/>") }]))).rejects.toMatchObject({
      code: "damaged_document",
    });
    const compound = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    await expect(read("a.docx", compound)).rejects.toMatchObject({ code: "encrypted_document" });
    expect((await read("a.docx", "plain words")).content).toBe("File: a.docx\n1 | plain words");
  });

  it("that unpacks to far more is refused, whatever size it declares", async () => {
    const bomb = Buffer.alloc(40 * 1024 * 1024, " ");
    await expect(read("a.docx", packOne("word/document.xml", bomb))).rejects.toMatchObject({
      code: "document_too_large",
      message: expect.stringContaining("unpacks to more than"),
    });
  });
});

describe("a workbook", () => {
  it("is shown sheet by sheet, cells separated by tabs", async () => {
    const book = workbook({ Numbers: [["name", "count"], ["a", 1], [], ["b", 2.5]], Empty: [] });
    const { content } = await read("a.xlsx", book);
    expect(content).toBe(
      "File: a.xlsx\n(workbook, 2 sheets, cells separated by tabs; shown as text)\n1 | # Sheet: Numbers\n2 | name\tcount\n3 | a\t1\n4 | b\t2.5\n5 | \n6 | # Sheet: Empty\n7 | (empty)",
    );
  });

  it("shows a formula without a computed value", async () => {
    const book = await rewrite(workbook({ Sums: [[2, 3]] }), (xml) =>
      xml.replace(/<c r="B1"[^]*?<\/c>/, '<c r="B1"><f>A1*2</f></c>'),
    );
    expect((await read("a.xlsx", book)).content).toMatch(/2 \| 2\t=A1\*2$/);
  });

  it("is truncated after many rows and columns, also declared ones", async () => {
    const rows = Array.from({ length: 5100 }, (_, index) => [index]);
    const long = (await read("a.xlsx", workbook({ Long: rows }), { offset: 5000 })).content;
    expect(long).toMatch(/5001 \| 4999\n5002 \| \(Truncated: at most 5000 rows/);
    const claim = (xml: string): string => xml.replace(/<dimension ref="[^"]*"\/>/, '<dimension ref="A1:XFD1048576"/>');
    const wide = (await read("a.xlsx", await rewrite(workbook({ Wide: [["only"]] }), claim))).content;
    expect(wide).toMatch(/2 \| only$/);
  });
});

describe("a notebook", () => {
  const cells = [
    { cell_type: "markdown", source: ["# Title\n", "words"] },
    {
      cell_type: "code",
      source: "print(1)",
      outputs: [
        { output_type: "stream", text: ["1\n"] },
        { output_type: "display_data", data: { "image/png": "AAAA", "text/plain": "<Figure>" } },
        { output_type: "stream", text: "x".repeat(10_000) },
      ],
    },
  ];

  it("is shown cell by cell with its outputs, images by name", async () => {
    const { content } = await read("a.ipynb", JSON.stringify({ cells }));
    expect(content).toMatch(/^File: a\.ipynb\n\(notebook, 2 cells; shown as text\)\n/);
    expect(content).toMatch(/ \| ## Cell 1: markdown\n.*# Title\n.*words\n/);
    expect(content).toMatch(/ \| print\(1\)\n.*### Output\n.*1\n.*### Output\n.*<Figure>\n.*\(image\/png, not shown\)/);
    expect(content.length).toBeLessThan(5000);
  });

  it("that is invalid is refused", async () => {
    await expect(read("a.ipynb", "{")).rejects.toMatchObject({ code: "damaged_document" });
    await expect(read("a.ipynb", '{"cells": 1}')).rejects.toMatchObject({ code: "damaged_document" });
  });
});

it("refuses a document beyond the size limit", async () => {
  const large = Buffer.concat([pdf(["x"]), Buffer.alloc(21 * 1024 * 1024)]);
  await expect(read("a.pdf", large)).rejects.toMatchObject({ code: "document_too_large" });
});

/** Pages with one line each, or with a packed stream of their own. */
function pdf(pages: readonly (string | Buffer)[], trailer = ""): Buffer {
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(" ");
  const parts: (string | Buffer)[] = [
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj\n`,
    "3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n",
  ];
  for (const [index, page] of pages.entries()) {
    const [own, stream] = [10 + index * 2, 11 + index * 2];
    const body = typeof page === "string" ? Buffer.from(`BT /F1 12 Tf 20 200 Td (${page}) Tj ET`) : page;
    const filter = typeof page === "string" ? "" : "/Filter/FlateDecode";
    parts.push(
      `${own} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${stream} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj\n`,
      `${stream} 0 obj<</Length ${body.length}${filter}>>stream\n`,
      body,
      "\nendstream endobj\n",
    );
  }
  return Buffer.concat([...parts, `trailer<</Root 1 0 R${trailer}>>\n`].map((part) => Buffer.from(part)));
}

function docx(paragraphs: readonly string[]): Buffer {
  return wordFile(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(""));
}

function wordFile(body: string): Buffer {
  const files = {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels":
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  return packZip(Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

function workbook(sheets: Record<string, unknown[][]>): Buffer {
  const book = xlsx.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), name);
  }
  return xlsx.write(book, { type: "buffer", compression: true }) as Buffer;
}

/** The same archive with its texts changed. */
async function rewrite(archive: Buffer, change: (text: string) => string): Promise<Buffer> {
  const entries = await unpackZip(archive, { isIncluded: () => true, maxBytes: 1_000_000 });
  const changed = entries.map(({ name, content }) => ({
    name,
    content: Buffer.from(change(Buffer.from(content).toString())),
  }));
  return packZip(changed);
}

/** A zip file of one packed entry that claims to be ten bytes long. */
function packOne(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const archive = packZip([{ name, content: packed }]);
  const directory = archive.lastIndexOf(Buffer.from("504b0102", "hex"));
  for (const at of [8, directory + 10]) archive.writeUInt16LE(8, at);
  for (const at of [22, directory + 24]) archive.writeUInt32LE(10, at);
  return archive;
}
