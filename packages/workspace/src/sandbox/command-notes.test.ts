import type { CommandProfile } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { failureNotes } from "./command-notes.ts";

const confined: CommandProfile = { write: "all", network: "none" };

describe("why a command failed in the sandbox", () => {
  it.each([
    "curl: (6) Could not resolve host: example.org",
    "npm error code ENOTFOUND",
    "getaddrinfo EAI_AGAIN registry.npmjs.org",
    "fatal: unable to access 'https://example.org/x.git/'",
    "dial tcp: lookup proxy.golang.org: Temporary failure in name resolution",
  ])("is the network: %s", (output) => {
    expect(notes(output)).toEqual([expect.stringContaining("has no network")]);
    expect(notes(output, { ...confined, network: "all" })).toEqual([]);
    expect(failureNotes(confined, { output, isSuccess: true })).toEqual([]);
  });

  it.each([
    "ModuleNotFoundError: No module named 'requests'",
    "FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'",
    "java.io.FileNotFoundException: a.txt",
    "class NotFound extends Error",
    "3 tests failed, see eNotFound.test.js",
  ])("is not the sandbox: %s", (output) => {
    expect(notes(output)).toEqual([]);
  });

  it("is a host that is not listed", () => {
    const listed: CommandProfile = { ...confined, network: { hosts: ["example.org"] } };
    expect(notes("Tunnel connection failed: 403 Forbidden", listed)).toEqual([
      expect.stringContaining("can only reach example.org"),
    ]);
    expect(notes("took 14030 ms in approxyma", listed)).toEqual([]);
  });

  it("is a path that commands may not write", () => {
    expect(notes("touch: cannot touch '/etc/x': Read-only file system")).toEqual([
      expect.stringContaining("may write in the workspace"),
    ]);
    expect(notes("Error: EROFS: read-only", { ...confined, write: "none" })).toEqual([
      expect.stringContaining("only write in /tmp"),
    ]);
    expect(notes("HeroFSim is zerofs")).toEqual([]);
  });
});

function notes(output: string, profile = confined): readonly string[] {
  return failureNotes(profile, { output, isSuccess: false });
}
