import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { ConfigurationNotice } from "@roo-code/types";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { FileSecretStore } from "./file-secret-store.ts";

const canary = "sk-canary-Grüße-👋";

it("stores, returns, lists and deletes secrets", async () => {
  const { store } = setUp();
  expect(store.kind).toBe("file");
  expect(await store.get("b")).toBeUndefined();
  expect(await store.names()).toEqual([]);
  await store.delete("b");
  await store.set("b", canary);
  await store.set("a", "");
  await store.set("__proto__", "odd name");
  expect(await store.names()).toEqual(["__proto__", "a", "b"]);
  expect([await store.get("a"), await store.get("b"), await store.get("__proto__")]).toEqual(["", canary, "odd name"]);
  await store.set("b", "changed");
  await store.delete("a");
  expect(await store.names()).toEqual(["__proto__", "b"]);
  expect(await store.get("b")).toBe("changed");
});

it("writes nothing until a secret is stored, and makes its files private", async () => {
  const { store, home, file, keyFile } = setUp();
  await store.get("a");
  await store.delete("a");
  expect(existsSync(file)).toBe(false);
  await store.set("a", canary);
  expect(readdirSync(home).sort()).toEqual(["secrets.json", "secrets.key"]);
  expect([home, file, keyFile].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  expect(statSync(keyFile).size).toBe(32);
});

it("never writes a value in plain text, nor the same value twice with the same bytes", async () => {
  const { store, file } = setUp();
  await store.set("a", canary);
  await store.set("b", canary);
  const text = readFileSync(file, "utf8");
  for (const form of [canary, Buffer.from(canary).toString("base64"), "canary"]) expect(text).not.toContain(form);
  const { a, b } = entriesOf(file);
  expect(a?.nonce).not.toBe(b?.nonce);
  expect(a?.data).not.toBe(b?.data);
  await store.set("a", canary);
  expect(entriesOf(file).a?.nonce).not.toBe(a?.nonce);
});

it.each<[string, (entries: Record<string, Sealed>) => void]>([
  ["one bit of its data flipped", ({ a }) => a && (a.data = flipBit(a.data))],
  ["one bit of its tag flipped", ({ a }) => a && (a.tag = flipBit(a.tag))],
  ["another nonce", ({ a }) => a && (a.nonce = Buffer.alloc(12).toString("base64"))],
  ["a short tag", ({ a }) => a && (a.tag = a.tag.slice(0, 8))],
  ["the content of another", (entries) => entries.b && (entries.a = entries.b)],
  ["no content", (entries) => (entries.a = {} as Sealed)],
  ["something else", (entries) => (entries.a = canary as unknown as Sealed)],
])("refuses an entry with %s without quoting it, and reads the others", async (_, damage) => {
  const { store, file } = setUp();
  await store.set("a", canary);
  await store.set("b", "another");
  const entries = entriesOf(file);
  damage(entries);
  writeFileSync(file, JSON.stringify({ version: 1, secrets: entries }));
  const error: unknown = await store.get("a").catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "RooError", code: "secret_damaged", message: expect.stringContaining('"a"') });
  expect(JSON.stringify(error) + String(error)).not.toContain("canary");
  expect(await store.get("b")).toBe("another");
  await store.set("a", "again");
  expect(await store.get("a")).toBe("again");
});

it("repairs permissions that let others read, and reports it", async () => {
  const { store, notices, file, keyFile } = setUp();
  await store.set("a", canary);
  chmodSync(file, 0o644);
  chmodSync(keyFile, 0o640);
  expect(await store.get("a")).toBe(canary);
  expect([file, keyFile].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(notices).toMatchObject([{ source: file }, { source: keyFile }]);
  await store.get("a");
  expect(notices).toHaveLength(2);
});

it("keeps a broken file aside and continues", async () => {
  const { store, notices, file, home } = setUp();
  await store.set("a", canary);
  writeFileSync(file, "{ broken");
  expect(await store.get("a")).toBeUndefined();
  expect(await store.names()).toEqual([]);
  await store.set("b", "new");
  expect(await store.names()).toEqual(["b"]);
  expect(readdirSync(home).filter((name) => name.includes(".broken-"))).toHaveLength(1);
  expect(notices.map(({ code }) => code)).toEqual(["broken_file", "kept_aside"]);
  expect(JSON.stringify(notices)).not.toContain("canary");
});

it.each<[string, (keyFile: string) => void]>([
  ["is lost", (keyFile) => rmSync(keyFile)],
  ["is too short", (keyFile) => writeFileSync(keyFile, "short")],
  [
    "is a folder",
    (keyFile) => {
      rmSync(keyFile);
      mkdirSync(keyFile);
    },
  ],
])("reports damaged secrets when the key %s, and keeps them in case it is found again", async (_, lose) => {
  const { store, file, keyFile, home } = setUp();
  await store.set("a", canary);
  const [sealed, key] = [readFileSync(file), readFileSync(keyFile)];
  lose(keyFile);
  await expect(store.get("a")).rejects.toMatchObject({ code: "secret_damaged" });
  expect(readFileSync(file)).toEqual(sealed);

  await store.set("b", "new");
  expect(await store.names()).toEqual(["b"]);
  expect(await store.get("b")).toBe("new");
  const aside = readdirSync(home).find((name) => name.startsWith("secrets.json.broken-")) ?? "";
  writeFileSync(file, readFileSync(join(home, aside)));
  writeFileSync(keyFile, key);
  expect(await store.get("a")).toBe(canary);
});

it("cannot be decrypted with another key", async () => {
  const { store, keyFile } = setUp();
  await store.set("a", canary);
  writeFileSync(keyFile, Buffer.alloc(32));
  await expect(store.get("a")).rejects.toMatchObject({ code: "secret_damaged" });
});

interface Sealed {
  nonce: string;
  data: string;
  tag: string;
}

function entriesOf(file: string): Record<string, Sealed> {
  return (JSON.parse(readFileSync(file, "utf8")) as { secrets: Record<string, Sealed> }).secrets;
}

function flipBit(text: string): string {
  const bytes = Buffer.from(text, "base64");
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString("base64");
}

function setUp() {
  const home = tempFolder("home");
  const notices: ConfigurationNotice[] = [];
  const store = new FileSecretStore({ home, clock: new FakeClock(), onNotice: (notice) => void notices.push(notice) });
  return { home, store, notices, file: join(home, "secrets.json"), keyFile: join(home, "secrets.key") };
}
