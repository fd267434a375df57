import { expect, it } from "vitest";
import { type Decision, decide, type Version } from "./three-way.ts";

const file = (oid: string, mode = 0o644): Version => ({ kind: mode & 0o100 ? "100755" : "100644", oid, mode });
const link = (oid: string): Version => ({ kind: "120000", oid, mode: 0 });
const none = undefined;
const keep: Decision = { kind: "keep" };
const remove: Decision = { kind: "remove" };
const conflict: Decision = { kind: "conflict" };

it.each<[string, Version | undefined, Version | undefined, Version | undefined, Decision]>([
  ["neither changed", file("a"), file("a"), file("a"), keep],
  ["only the workspace changed", file("a"), file("b"), file("a"), keep],
  ["only the workspace deleted", file("a"), none, file("a"), keep],
  ["only the copy changed", file("a"), file("a"), file("b"), { kind: "write", version: file("b") }],
  ["only the copy added", none, none, file("b"), { kind: "write", version: file("b") }],
  ["only the copy deleted", file("a"), file("a"), none, remove],
  ["only the copy made a link", file("a"), file("a"), link("a"), { kind: "write", version: link("a") }],
  ["only the copy made executable", file("a"), file("a"), file("a", 0o755), { kind: "chmod", mode: 0o755 }],
  ["both changed alike", file("a"), file("b"), file("b"), keep],
  ["both deleted", file("a"), none, none, keep],
  ["both changed", file("a"), file("b"), file("c"), { kind: "merge", mode: 0o644 }],
  ["one changed, one made executable", file("a"), file("b"), file("a", 0o755), { kind: "chmod", mode: 0o755 }],
  [
    "one made executable, one changed",
    file("a"),
    file("a", 0o755),
    file("b"),
    { kind: "write", version: file("b", 0o755) },
  ],
  ["both changed permissions", file("a"), file("a", 0o600), file("a", 0o755), conflict],
  ["one changed, one deleted", file("a"), file("b"), none, conflict],
  ["one deleted, one changed", file("a"), none, file("b"), conflict],
  ["both added", none, file("a"), file("b"), conflict],
  ["both changed a link", link("a"), link("b"), link("c"), conflict],
  ["a file changed that became a link", file("a"), file("b"), link("c"), conflict],
])("decides about what %s", (_, base, ours, theirs, decision) => {
  expect(decide({ base, ours, theirs })).toEqual(decision);
});
