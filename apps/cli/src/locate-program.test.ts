import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { locateProgram } from "./locate-program.ts";

it("finds what a shell would run, in the folder itself where the path leads there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "locate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "bin"));
  const program = join(folder, "bin", "tool");
  writeFileSync(program, "#!/bin/sh\n");
  writeFileSync(join(folder, "tool"), "not a program");
  expect(await locateProgram("tool", { folder, path: ".:bin" })).toBeUndefined();
  chmodSync(program, 0o755);
  expect(await locateProgram("tool", { folder, path: `/nowhere:.:bin` })).toBe(program);
  expect(await locateProgram("tool", { folder, path: "/nowhere" })).toBeUndefined();
});
