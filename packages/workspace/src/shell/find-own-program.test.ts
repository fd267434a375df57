import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { findOwnProgram } from "./find-own-program.ts";

const system = "/usr/bin:/bin";

function program(path: string, text = "#!/bin/sh\n"): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

describe("a program of the workspace on the PATH", () => {
  it("is found however the PATH refers to it", async () => {
    await using elsewhere = createTempWorkspace();
    await using temp = createTempWorkspace({ "bin/text": "" });
    const { root } = temp;
    program(temp.path("bin/ls"));
    mkdirSync(temp.path("bin/folder"));
    symlinkSync(temp.path("bin"), elsewhere.path("bin"));
    const find = (name: string, path: string) => findOwnProgram(name, ".", { root, path, writable: [] });
    for (const way of ["bin", "./bin", temp.path("bin"), elsewhere.path("bin"), `/nowhere:bin:${system}`])
      expect([way, find("ls", way)]).toEqual([way, "bin/ls"]);
    // The first of the PATH is the one that runs.
    expect(find("ls", `${system}:bin`)).toBeUndefined();
    for (const name of ["text", "folder", "nothing"]) expect(find(name, "bin")).toBeUndefined();
  });
  it("is found through a link in the PATH, too", async () => {
    await using elsewhere = createTempWorkspace();
    await using temp = createTempWorkspace();
    program(temp.path("evil"));
    symlinkSync(temp.path("evil"), elsewhere.path("ls"));
    const search = { root: temp.root, path: `${elsewhere.root}:${system}`, writable: [] };
    expect(findOwnProgram("ls", ".", search)).toBe(elsewhere.path("ls"));
  });
  it("depends on the working folder if the PATH has relative entries", async () => {
    await using temp = createTempWorkspace({ "sub/a": "" });
    program(temp.path("sub/ls"));
    const search = { root: temp.root, path: `.:${system}`, writable: [] };
    expect(findOwnProgram("ls", ".", search)).toBeUndefined();
    expect(findOwnProgram("ls", "sub", search)).toBe("sub/ls");
    expect(findOwnProgram("ls", undefined, search)).toBe("ls");
    expect(findOwnProgram("ls", undefined, { ...search, path: system })).toBeUndefined();
  });
});

it("includes folders that a task's commands write, and another project's own", async () => {
  await using elsewhere = createTempWorkspace();
  await using temp = createTempWorkspace();
  const { root } = temp;
  program(elsewhere.path("cache/bin/ls"));
  program(elsewhere.path("node_modules/.bin/ls"));
  program(elsewhere.path("own/.local/bin/ls"));
  const find = (path: string, more: object = {}) => findOwnProgram("ls", ".", { root, path, writable: [], ...more });
  const cache = elsewhere.path("cache");
  expect(find(join(cache, "bin"))).toBeUndefined();
  expect(find(join(cache, "bin"), { writable: [cache] })).toBe(join(cache, "bin/ls"));
  expect(find(elsewhere.path("node_modules/.bin"))).toBe(elsewhere.path("node_modules/.bin/ls"));
  // In a sandbox, `~/.local/bin` is in the commands' own home.
  const home = { seen: "/home/person", own: elsewhere.path("own") };
  expect(find(`/home/person/.local/bin:${system}`, { home })).toBe(elsewhere.path("own/.local/bin/ls"));
  expect(find(`/home/person/.local/bin:${system}`)).toBeUndefined();
});

it.each([
  ["#!/usr/bin/env interpreter\n", "bin/interpreter"],
  ["#!/usr/bin/env -S interpreter --flag\n", "bin/interpreter"],
  ["#!/usr/bin/env -i A=1 interpreter\n", "bin/interpreter"],
  ["#!/usr/bin/env other\n", undefined],
  ["#!/bin/sh\n", undefined],
  ["", undefined],
])("a script %j of the machine is run by the interpreter on the PATH", async (line, found) => {
  await using elsewhere = createTempWorkspace();
  await using temp = createTempWorkspace();
  program(elsewhere.path("npm"), line);
  program(temp.path("bin/interpreter"));
  const path = `bin:${elsewhere.root}:${system}`;
  expect(findOwnProgram("npm", ".", { root: temp.root, path, writable: [] })).toBe(found);
});

it("finds the interpreter that a script names", async () => {
  await using elsewhere = createTempWorkspace();
  await using temp = createTempWorkspace();
  program(temp.path(".venv/bin/python"));
  program(elsewhere.path("pip"), `#!${temp.path(".venv/bin/python")}\n`);
  const search = { root: temp.root, path: elsewhere.root, writable: [] };
  expect(findOwnProgram("pip", ".", search)).toBe(".venv/bin/python");
});
