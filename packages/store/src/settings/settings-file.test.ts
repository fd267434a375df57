import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { SettingsFile } from "./settings-file.ts";

it("treats a missing or empty file as no settings", async () => {
  const { file, path } = setUp();
  expect(await file.read()).toEqual({ values: {}, notices: [] });
  writeFileSync(path, "");
  expect(await file.read()).toEqual({ values: {}, notices: [] });
  writeFileSync(path, "// nothing yet\n");
  expect(await file.read()).toEqual({ values: {}, notices: [] });
});

it.each<[string, string, (path: string) => void]>([
  [
    "does not parse",
    "line 3: the file is not valid JSON",
    (path) => writeFileSync(path, '{\n  "mode": "ask"\n  "a": 1\n}'),
  ],
  ["is a list", "line 1: the file does not contain an object", (path) => writeFileSync(path, "[]")],
  ["is not UTF-8", "line 2: the file is not UTF-8", (path) => writeFileSync(path, Buffer.of(123, 10, 0xff, 125))],
  ["is UTF-16", "is not", (path) => writeFileSync(path, "\uFEFF{}", "utf16le")],
  ["is a folder", "is a folder", (path) => mkdirSync(path)],
  ["is a pipe", "is not a regular file", (path) => void execFileSync("mkfifo", [path])],
  ["is too large", "larger than 5 MB", (path) => writeFileSync(path, `{"a": "${"x".repeat(5_000_000)}"}`)],
  ["is a link to itself", "cannot be read (ELOOP)", (path) => symlinkSync(basename(path), path)],
  ["is nested deeply", "deeper than 100", (path) => writeFileSync(path, `{"a": ${"[".repeat(150)}${"]".repeat(150)}}`)],
  ["is nested far too deeply", "nested", (path) => writeFileSync(path, `{"a": ${"[".repeat(200_000)}`)],
])("ignores and reports a file that %s, and keeps it aside at the next write", async (_, reason, breakIt) => {
  const { file, path, folder } = setUp();
  breakIt(path);
  const before = lstatSync(path).ino;
  const { values, notices } = await file.read();
  expect(values).toEqual({});
  expect(notices).toEqual([{ code: "broken_file", source: path, message: expect.stringContaining(reason) }]);
  expect(notices[0]?.message).toContain(path);

  expect(await file.change({ mode: "ask" })).toMatchObject([{ code: "kept_aside", source: path }]);
  expect(await file.read()).toEqual({ values: { mode: "ask" }, notices: [] });
  const aside = readdirSync(folder).filter((name) => name !== "settings.json");
  expect(aside).toEqual(["settings.json.broken-20300101T000000000Z"]);
  expect(lstatSync(join(folder, aside[0] ?? "")).ino).toBe(before);
});

it("never quotes a broken file", async () => {
  const { file, path } = setUp();
  writeFileSync(path, '{"apiKey": sk-canary-1234567890}');
  const { notices } = await file.read();
  expect(notices).toHaveLength(1);
  expect(JSON.stringify(notices)).not.toContain("canary");
});

it("ignores invalid values one by one and reports what they must be, without quoting them", async () => {
  const { file, path } = setUp();
  writeFileSync(
    path,
    JSON.stringify({ mode: "ask", maxTurns: "canary-value", autoApprove: ["read", "rm"], language: "de" }),
  );
  const { values, notices } = await file.read();
  expect(values).toEqual({ mode: "ask", language: "de" });
  expect(notices).toMatchObject([
    {
      code: "invalid_value",
      message: expect.stringContaining('"maxTurns" is ignored; it must be a whole number above 0'),
    },
    {
      code: "invalid_value",
      message: expect.stringContaining('"autoApprove" is ignored; it must be a list of read, edit'),
    },
  ]);
  expect(JSON.stringify(notices)).not.toContain("canary");
});

it("keeps and reports unknown keys, escaped and limited in number", async () => {
  const { file, path } = setUp();
  writeFileSync(path, JSON.stringify({ $schema: "x", settingsVersion: 1, future: { a: 1 }, "\u001B[2J\u202Ekey": 1 }));
  const { values, notices } = await file.read();
  expect(values).toMatchObject({ future: { a: 1 } });
  expect(notices.map(({ code, message }) => [code, message.replace(path, "")])).toEqual([
    ["unknown_key", ': "future" is not a setting of this version; it is left unchanged.'],
    ["unknown_key", ': "\\u{1b}[2J\\u{202e}key" is not a setting of this version; it is left unchanged.'],
  ]);

  writeFileSync(
    path,
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 1]))),
  );
  const many = (await file.read()).notices;
  expect(many).toHaveLength(21);
  expect(many.at(-1)?.message).toContain("980 more");
});

it("ignores keys that would change an object's prototype", async () => {
  const { file, path } = setUp();
  for (const text of [
    '{"__proto__": {"autoApprove": ["command"]}}',
    '{"__proto__": {"autoApprove": ["command"]},} // x',
  ]) {
    writeFileSync(path, text);
    const { values } = await file.read();
    expect(values.autoApprove).toBeUndefined();
    expect(Object.keys(values)).toEqual([]);
  }
});

it("changes single keys, keeps comments and layout, and removes with undefined", async () => {
  const { file, path } = setUp();
  writeFileSync(path, '{\n  // my mode\n  "mode": "ask", // for now\n  "future": [1,   2],\n  "maxTurns": 5\n}\n');
  expect(await file.change({ mode: "code", maxCost: 2, maxTurns: undefined })).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe(
    '{\n  // my mode\n  "mode": "code", // for now\n  "future": [1,   2],\n  "maxCost": 2\n}\n',
  );
});

it("leaves one private file and no others", async () => {
  const { file, path, folder } = setUp();
  await file.change({ mode: "ask" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, "{}", { mode: 0o644 });
  writeFileSync(`${path}.tmp`, "left by a crash");
  await file.change({ mode: "code" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["settings.json"]);
});

it("refuses invalid values and changes nothing", async () => {
  const { file, path } = setUp();
  const refused = { code: "invalid_setting", message: '"maxTurns" must be a whole number above 0.' };
  await expect(file.change({ mode: "ask", maxTurns: -1 })).rejects.toMatchObject(refused);
  await expect(file.change({ other: () => {} })).rejects.toMatchObject({ code: "invalid_setting" });
  await expect(file.change({ other: 1n })).rejects.toMatchObject({ code: "invalid_setting" });
  await expect(file.change({ other: "x".repeat(5_000_000) })).rejects.toMatchObject({ code: "settings_too_large" });
  expect(existsSync(path)).toBe(false);
  await file.change({ gone: undefined });
  expect(existsSync(path)).toBe(false);
});

it("continues after a failed change, and applies all concurrent changes", async () => {
  const { file } = setUp();
  const keys = Array.from({ length: 60 }, (_, index) => `key${index}`);
  const outcomes = await Promise.allSettled([
    ...keys.map((key) => file.change({ [key]: key })),
    file.change({ maxTurns: 0 }),
    file.change({ last: true }),
  ]);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect((await file.read()).values).toEqual({ ...Object.fromEntries(keys.map((key) => [key, key])), last: true });
});

it("reads older keys in the current format, migrates the file at the next write and keeps the old one", async () => {
  const { file, path } = setUp();
  const older =
    '{\n  "autoApprovalEnabled": true,\n  "alwaysAllowReadOnly": true, // yes\n  "allowedMaxRequests": 7\n}\n';
  writeFileSync(path, older);
  const read = await file.read();
  expect(read.values).toEqual({ autoApprove: ["read"], maxTurns: 7 });
  expect(read.notices).toMatchObject([{ code: "migrated", message: expect.stringContaining('"allowedMaxRequests"') }]);
  expect(readFileSync(path, "utf8")).toBe(older);

  expect(await file.change({ mode: "ask" })).toMatchObject([{ code: "migrated" }]);
  expect(readFileSync(`${path}.before-v1`, "utf8")).toBe(older);
  expect(await file.read()).toEqual({ values: { autoApprove: ["read"], maxTurns: 7, mode: "ask" }, notices: [] });
  expect(readFileSync(path, "utf8")).toContain('"settingsVersion": 1');
  expect(readFileSync(path, "utf8")).toContain("// yes");
});

it("writes through the user's symlinks, but never through one that leads out of a workspace", async () => {
  const { file, path, folder } = setUp();
  const elsewhere = join(tempFolder(), "dotfiles.json");
  writeFileSync(elsewhere, "{}");
  symlinkSync(elsewhere, path);
  await file.change({ mode: "ask" });
  expect(JSON.parse(readFileSync(elsewhere, "utf8"))).toEqual({ mode: "ask" });

  const project = new SettingsFile({ path, workspace: folder, clock: new FakeClock() });
  expect((await project.read()).notices).toMatchObject([
    { code: "broken_file", message: expect.stringContaining("leads out") },
  ]);
  await expect(project.change({ mode: "code" })).rejects.toMatchObject({ code: "settings_write_failed" });
  expect(JSON.parse(readFileSync(elsewhere, "utf8"))).toEqual({ mode: "ask" });
});

it("does not write through a symlink with the name of its temporary file", async () => {
  const { file, path } = setUp();
  const victim = join(tempFolder(), "victim");
  writeFileSync(victim, "mine");
  symlinkSync(victim, `${path}.tmp`);
  await file.change({ mode: "ask" });
  expect(readFileSync(victim, "utf8")).toBe("mine");
});

it("keeps the permissions of a project file", async () => {
  const { path, folder } = setUp();
  const file = new SettingsFile({ path, workspace: folder, clock: new FakeClock() });
  writeFileSync(path, "{}", { mode: 0o644 });
  await file.change({ mode: "ask" });
  expect(statSync(path).mode & 0o777).toBe(0o644);
});

it("reports what to do when nothing can be written", async () => {
  const blocked = join(tempFolder(), "file");
  writeFileSync(blocked, "");
  const file = new SettingsFile({ path: join(blocked, "settings.json"), clock: new FakeClock() });
  expect(await file.read()).toEqual({ values: {}, notices: [] });
  await expect(file.change({ mode: "ask" })).rejects.toMatchObject({
    code: "settings_write_failed",
    next: "Check the permissions of its folder, then try again.",
  });
});

function setUp() {
  const folder = tempFolder();
  const path = join(folder, "settings.json");
  return { folder, path, file: new SettingsFile({ path, clock: new FakeClock() }) };
}
