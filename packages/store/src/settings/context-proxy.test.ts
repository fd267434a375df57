import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { FileSecretStore } from "../secrets/file-secret-store.ts";
import { ContextProxy } from "./context-proxy.ts";

const large = "x".repeat(1_100_000);

it("reads and writes typed values, which are on disk and reported when the call resolves", async () => {
  const { proxy, path, changes } = await setUp();
  expect(proxy.getValue("mode")).toBe("code");
  await proxy.setValue("mode", "ask");
  const mode: string | undefined = proxy.getValue("mode");
  expect(mode).toBe("ask");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ mode: "ask" });

  await proxy.setValues({ maxTurns: 3, future: [1], mode: undefined });
  expect(proxy.getValues()).toEqual({ mode: "code", maxTurns: 3, future: [1], useAgentRules: true, useRules: true });
  expect(changes).toEqual([["mode"], ["mode", "maxTurns", "future"]]);
  await expect(proxy.setValue("maxTurns", -1)).rejects.toMatchObject({ code: "invalid_setting" });
  await expect(proxy.setValue("future", 1n)).rejects.toMatchObject({ code: "invalid_setting" });
  expect(proxy.getValue("maxTurns")).toBe(3);
});

it("reads from its cache until it is reloaded", async () => {
  const { proxy, path, changes, home } = await setUp();
  mkdirSync(home);
  writeFileSync(path, '{"mode": "ask", "mystery": 1}');
  expect(proxy.getValue("mode")).toBe("code");
  await proxy.reload();
  expect(proxy.getValue("mode")).toBe("ask");
  expect(changes).toEqual([["mode", "mystery"]]);
  expect(proxy.state.notices).toMatchObject([{ code: "unknown_key" }]);
  expect(proxy.state.origins).toContainEqual({ key: "mode", value: "ask", layer: "user", source: path });
  await proxy.reload();
  expect(changes).toHaveLength(1);
});

it("reports external changes while it follows the files", async () => {
  const { proxy, path, changes, home } = await setUp();
  mkdirSync(home);
  const unfollow = proxy.follow();
  writeFileSync(path, '{"mode": "ask"}');
  await expect.poll(() => changes).toEqual([["mode"]]);
  expect(proxy.getValue("mode")).toBe("ask");
  unfollow();
  unfollow();
});

it("stops calling a listener that was removed", async () => {
  const { proxy } = await setUp();
  const calls: string[] = [];
  const dispose = proxy.onDidChange(() => void calls.push("changed"));
  await proxy.setValue("mode", "ask");
  dispose();
  dispose();
  await proxy.setValue("mode", "code");
  expect(calls).toEqual(["changed"]);
});

it("stores large values in separate files", async () => {
  const { proxy, home, path, changes } = await setUp();
  await proxy.setValue("taskHistory", [large]);
  expect(proxy.getValue("taskHistory")).toEqual([large]);
  expect(proxy.getValues()).not.toHaveProperty("taskHistory");
  expect(existsSync(path)).toBe(false);
  expect(changes).toEqual([["taskHistory"]]);
  const [file = ""] = readdirSync(join(home, "state"));
  expect(statSync(join(home, "state", file)).mode & 0o777).toBe(0o600);

  // Not cached: the next read returns what another process wrote.
  writeFileSync(join(home, "state", file), JSON.stringify(["other"]));
  expect(proxy.getValue("taskHistory")).toEqual(["other"]);

  await proxy.setValue("taskHistory", ["small"]);
  expect(proxy.getValue("taskHistory")).toEqual(["small"]);
  expect(readdirSync(join(home, "state"))).toEqual([]);
  await proxy.setValue("taskHistory", [large]);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({});
  await proxy.setValue("taskHistory", undefined);
  expect(proxy.getValue("taskHistory")).toBeUndefined();
});

it("stores a large value of any name inside its folder", async () => {
  const { proxy, home } = await setUp();
  for (const key of ["../escape", "..", "a/b", "\uD800"]) {
    await proxy.setValue(key, large);
    expect(proxy.getValue(key)).toBe(large);
  }
  expect(readdirSync(join(home, "state"))).toHaveLength(4);
  expect(readdirSync(home)).toEqual(["state"]);
});

it("caches secrets until they are refreshed", async () => {
  const { proxy, secrets } = await setUp();
  expect(await proxy.getSecret("profile/work/apiKey")).toBeUndefined();
  await proxy.storeSecret("profile/work/apiKey", "first-secret");
  expect(await secrets.get("profile/work/apiKey")).toBe("first-secret");
  await secrets.set("profile/work/apiKey", "second-secret");
  expect(await proxy.getSecret("profile/work/apiKey")).toBe("first-secret");
  proxy.refreshSecrets();
  expect(await proxy.getSecret("profile/work/apiKey")).toBe("second-secret");
  await proxy.storeSecret("profile/work/apiKey", undefined);
  expect(await proxy.getSecret("profile/work/apiKey")).toBeUndefined();
  expect(await secrets.names()).toEqual([]);
});

it("opens the secret store only when a secret is needed", async () => {
  let opened = 0;
  const { proxy } = await setUp({ onOpen: () => (opened += 1) });
  await proxy.setValue("mode", "ask");
  expect(opened).toBe(0);
  await proxy.getSecret("a");
  await proxy.getSecret("b");
  expect(opened).toBe(1);
});

it("retries to open a secret store that could not be opened", async () => {
  let opened = 0;
  const { proxy } = await setUp({
    onOpen: () => {
      opened += 1;
      if (opened === 1) throw new Error("locked");
    },
  });
  await expect(proxy.getSecret("a")).rejects.toThrow("locked");
  expect(await proxy.getSecret("a")).toBeUndefined();
});

it("exports no secret, recognized by name or by value", async () => {
  const { proxy, path } = await setUp();
  await proxy.storeSecret("profile/work/apiKey", "canary-stored-1");
  const plain = {
    mode: "ask",
    modeProfiles: { "my-key": "work" },
    customInstructions: "Use canary-stored-1 and rest.",
    future: { size: 1, tokens: 5 },
  };
  const secret = {
    openAiApiKey: "canary-2",
    nested: [{ password: "canary-3", kept: true }],
    awsSessionToken: "canary-4",
  };
  writeFileSync(path, JSON.stringify({ ...plain, ...secret }));
  const exported = await proxy.export();
  expect(exported).toEqual({ ...plain, customInstructions: "Use [redacted] and rest.", nested: [{ kept: true }] });
  expect(JSON.stringify(exported)).not.toContain("canary");
});

it("imports valid settings, older formats included, and reports the rest", async () => {
  const { proxy } = await setUp();
  const notices = await proxy.import({ mode: "ask", maxTurns: "many", allowedMaxCost: 2, apiKey: "canary", other: 1 });
  expect(proxy.getValues()).toMatchObject({ mode: "ask", maxCost: 2, other: 1 });
  expect(proxy.getValues()).not.toHaveProperty("apiKey");
  expect(notices.map(({ code }) => code)).toEqual([
    "migrated",
    "invalid_value",
    "unknown_key",
    "unknown_key",
    "not_trusted",
  ]);
  expect(JSON.stringify(notices)).not.toContain("canary");
});

it("imports what it exported", async () => {
  const first = await setUp();
  await first.proxy.setValues({ mode: "ask", autoApprove: ["read"], maxTurns: 7, future: { a: [1] } });
  const second = await setUp();
  await second.proxy.import(await first.proxy.export());
  expect(second.proxy.getValues()).toEqual(first.proxy.getValues());
});

it("deletes everything at a reset, except the project's settings", async () => {
  const { proxy, home, secrets, workspace } = await setUp();
  mkdirSync(join(workspace, ".roo"), { recursive: true });
  writeFileSync(join(workspace, ".roo", "settings.json"), '{"language": "de"}');
  await proxy.setValues({ mode: "ask", future: 1, taskHistory: large });
  await proxy.storeSecret("a", "secret-value");
  await proxy.resetAllState();
  expect(proxy.getValues()).toEqual({ mode: "code", language: "de", useAgentRules: true, useRules: true });
  expect(proxy.getValue("taskHistory")).toBeUndefined();
  expect(await proxy.getSecret("a")).toBeUndefined();
  expect(await secrets.names()).toEqual([]);
  expect(readFileSync(join(home, "settings.json"), "utf8").trim()).toBe("{\n}");
});

async function setUp({ onOpen }: { onOpen?: () => void } = {}) {
  const folder = tempFolder();
  const [home, workspace] = [join(folder, "home"), join(folder, "workspace")];
  const clock = new FakeClock();
  const secrets = new FileSecretStore({ home, clock });
  const openSecrets = async () => {
    onOpen?.();
    return secrets;
  };
  const proxy = await ContextProxy.createInstance({ home, workspace, clock, environment: {}, openSecrets });
  const changes: (readonly string[])[] = [];
  proxy.onDidChange((keys) => void changes.push(keys));
  return { proxy, home, workspace, secrets, changes, path: join(home, "settings.json") };
}
