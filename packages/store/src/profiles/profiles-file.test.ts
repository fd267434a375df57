import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { SecretStore } from "@roo-code/types";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ProfilesFile } from "./profiles-file.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "roo-profiles-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function memorySecrets(): SecretStore & { held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    kind: "memory",
    held,
    get: async (name) => held.get(name),
    set: async (name, value) => void held.set(name, value),
    delete: async (name) => void held.delete(name),
    names: async () => [...held.keys()],
  };
}

function profilesIn(secrets = memorySecrets()) {
  return { file: new ProfilesFile({ home, clock: new FakeClock(), secrets: async () => secrets }), secrets };
}

async function keyOf(file: ProfilesFile, name: string) {
  return (await file.secretsOf(name, await file.require(name))).apiKey;
}

it("stores profiles by name in a private file, and the key only in the secret store", async () => {
  const { file, secrets } = profilesIn();
  await file.save("work", { apiProvider: "openai", apiModelId: "m", apiKey: "canary-key-123", fallback: ["home"] });
  await file.save("home", { apiProvider: "ollama", apiKey: "${env:OLLAMA_KEY}", numCtx: 4096 });
  expect(readFileSync(file.path, "utf8")).not.toContain("canary");
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(secrets.held).toEqual(new Map([["profile/work/apiKey", "canary-key-123"]]));
  expect(await keyOf(file, "work")).toBe("canary-key-123");
  const { profiles, notices } = await file.read();
  expect(notices).toEqual([]);
  expect(Object.fromEntries(profiles)).toEqual({
    work: { apiProvider: "openai", apiModelId: "m", fallback: ["home"] },
    home: { apiProvider: "ollama", apiKey: "${env:OLLAMA_KEY}", numCtx: 4096 },
  });
});

it("removes a profile with its key, and lists the existing ones if there is no such profile", async () => {
  const { file, secrets } = profilesIn();
  await file.save("work", { apiProvider: "openai", apiKey: "canary-key-123" });
  await expect(file.remove("play")).rejects.toMatchObject({
    code: "profile_not_found",
    next: expect.stringContaining("work"),
  });
  await file.remove("work");
  expect([(await file.read()).profiles.size, secrets.held.size]).toEqual([0, 0]);
});

it("skips and reports invalid profiles, and keeps a broken file aside before writing a new one", async () => {
  const { file } = profilesIn();
  writeFileSync(file.path, '{"good":{"apiProvider":"openai"},"bad":{"model":"x"},"worse":3}');
  const { profiles, notices } = await file.read();
  expect([...profiles.keys()]).toEqual(["good"]);
  expect(notices.map(({ code }) => code)).toEqual(["invalid_value", "invalid_value"]);
  writeFileSync(file.path, "{ broken");
  expect((await file.read()).notices).toMatchObject([{ code: "broken_file" }]);
  expect(await file.save("new", { apiProvider: "openai" })).toMatchObject([{ code: "kept_aside" }]);
  expect([...(await file.read()).profiles.keys()]).toEqual(["new"]);
});

it("loses nothing when many are saved concurrently", async () => {
  const { file } = profilesIn();
  const real = new ProfilesFile({
    home,
    clock: {
      now: Date.now,
      monotonic: () => Number(process.hrtime.bigint()) / 1e6,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    secrets: async () => memorySecrets(),
  });
  await Promise.all(Array.from({ length: 12 }, (_, index) => real.save(`p${index}`, { apiProvider: "openai" })));
  expect((await file.read()).profiles.size).toBe(12);
});

it("refuses ambiguous names", async () => {
  const { file } = profilesIn();
  for (const name of ["", "a/b", "x\u0000", "y".repeat(81)]) {
    await expect(file.save(name, { apiProvider: "openai" })).rejects.toMatchObject({ code: "bad_profile_name" });
  }
});

it("keeps the key when a profile is replaced without one, but never for another server", async () => {
  const { file } = profilesIn();
  await file.save("main", { apiProvider: "openai", apiKey: "canary-key-123" });
  await file.save("main", { apiProvider: "openai", apiModelId: "other" });
  expect(await keyOf(file, "main")).toBe("canary-key-123");
  await file.save("main", { apiProvider: "openai", apiBaseUrl: "http://elsewhere/v1" });
  expect(await keyOf(file, "main")).toBeUndefined();
  await file.save("main", { apiProvider: "openai", apiKey: "canary-key-123" });
  await file.save("main", { apiProvider: "openai", apiKey: "${env:KEY}" });
  expect(await keyOf(file, "main")).toBeUndefined();
});

it.each(["", " ", " a", "a ", "a/b", "a\nb"])("refuses the name %j", async (name) => {
  const { file } = profilesIn();
  await expect(file.save(name, { apiProvider: "openai" })).rejects.toMatchObject({ code: "bad_profile_name" });
});

it("reports problems of the file when a profile is not found", async () => {
  const { file } = profilesIn();
  writeFileSync(file.path, "{broken");
  await expect(file.require("main")).rejects.toMatchObject({
    code: "profile_not_found",
    next: expect.stringContaining("not valid JSON"),
  });
});

it("stores secret headers and credentials in the secret store, and the rest in the file", async () => {
  const { file, secrets } = profilesIn();
  const document = '{"type":"service_account","private_key":"canary-document"}';
  const headers = { Authorization: "Bearer canary-header", "X-Token": "${env:TOKEN}", "X-Team": "red" };
  await file.save("cloud", { apiProvider: "vertex", credentials: document, headers });
  expect(readFileSync(file.path, "utf8")).not.toContain("canary");
  const profile = await file.require("cloud");
  expect(profile).toEqual({
    apiProvider: "vertex",
    headers: { "X-Token": "${env:TOKEN}", "X-Team": "red" },
    stored: ["credentials", "headers"],
  });
  expect(await file.secretsOf("cloud", profile)).toEqual({
    credentials: document,
    headers: { Authorization: "Bearer canary-header" },
  });
  await file.save("cloud", { apiProvider: "vertex", credentials: "/home/me/key.json" });
  expect([(await file.require("cloud")).credentials, secrets.held.size]).toEqual(["/home/me/key.json", 0]);
  await file.save("cloud", { apiProvider: "vertex", credentials: document });
  await file.remove("cloud");
  expect(secrets.held.size).toBe(0);
});
