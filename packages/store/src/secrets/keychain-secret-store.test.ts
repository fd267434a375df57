import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { realClock } from "../../test/real-clock.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { type KeychainEntry, KeychainSecretStore } from "./keychain-secret-store.ts";

it("stores, returns, lists and deletes secrets", async () => {
  const { store, entries } = setUp();
  expect(store.kind).toBe("keychain");
  expect(await store.names()).toEqual([]);
  expect(await store.get("a")).toBeUndefined();
  await store.set("b", "second");
  await store.set("a", "first");
  expect(await store.names()).toEqual(["a", "b"]);
  expect(entries.get("a")).toBe("first");
  await store.delete("b");
  await store.delete("b");
  expect(await store.names()).toEqual(["a"]);
  expect(await store.get("b")).toBeUndefined();
});

it("lists all secrets that were stored concurrently", async () => {
  const home = tempFolder();
  const entries = new Map<string, string>();
  const stores = Array.from({ length: 4 }, () => setUp({ home, entries }).store);
  await Promise.all(stores.map((store, index) => store.set(`name${index}`, "value")));
  expect(await setUp({ home, entries }).store.names()).toEqual(["name0", "name1", "name2", "name3"]);
});

it("survives a damaged list", async () => {
  const { store, entries } = setUp();
  entries.set(":names", "rubbish");
  expect(await store.names()).toEqual([]);
  await store.set("a", "first");
  expect(await store.names()).toEqual(["a"]);
});

it("converts a failure to an error that quotes nothing", async () => {
  const refuse = (): never => {
    throw new Error("could not store sk-canary");
  };
  const store = new KeychainSecretStore({ home: tempFolder(), clock: realClock, openEntry: refuse });
  const error: unknown = await store.set("a", "sk-canary").catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "keychain_failed", next: "Unlock the keychain and try again." });
  expect(String(error) + JSON.stringify(error)).not.toContain("canary");
  expect((error as Error).cause).toBeUndefined();
});

it("does not wait forever for a locked keychain", async () => {
  const clock = new FakeClock();
  const never = () => new Promise<never>(() => {});
  const entry: KeychainEntry = { getPassword: never, setPassword: never, deletePassword: never };
  const store = new KeychainSecretStore({ home: tempFolder(), clock, openEntry: () => entry });
  const outcome = store.get("a").catch((error: unknown) => error);
  await clock.advance(60_000);
  expect(await outcome).toMatchObject({ code: "keychain_failed" });
});

function setUp({ home = tempFolder(), entries = new Map<string, string>() } = {}) {
  const openEntry = (name: string): KeychainEntry => ({
    setPassword: (value) => Promise.resolve(void entries.set(name, value)),
    getPassword: () => Promise.resolve(entries.get(name) ?? null),
    deletePassword: () => Promise.resolve(entries.delete(name)),
  });
  return { entries, store: new KeychainSecretStore({ home, clock: realClock, openEntry }) };
}
