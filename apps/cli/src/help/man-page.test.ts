import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { commandTree } from "./command-tree.ts";
import { manPage } from "./man-page.ts";

const page = manPage(commandTree, { version: "1.2.3", date: "2026-11-18" });
const hasGroff = spawnSync("groff", ["--version"]).status === 0;

it("lists every command with its flags, escaped", () => {
  const help = { name: "go", summary: "go", about: ".hidden\n'quoted'", commands: [] };
  const flags = [{ name: "dry-run", about: String.raw`C:\temp` }];
  const lines = manPage([{ ...help, usage: "roo go -x", flags }], { version: "1", date: "2026-11-18" }).split("\n");
  const start = lines.indexOf('.SS "roo go"');
  expect(lines.slice(start, start + 9)).toEqual([
    '.SS "roo go"',
    ".PP",
    String.raw`\fBroo go \-x\fR`,
    ".PP",
    String.raw`\&.hidden`,
    String.raw`\&'quoted'`,
    ".TP",
    String.raw`\fB\-\-dry\-run\fR`,
    String.raw`C:\etemp`,
  ]);
});

it.skipIf(!hasGroff)("is formatted without a warning (needs groff)", () => {
  const { stdout, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbu"], {
    input: page,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout).toContain("roo tasks prune");
});
