import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { openSecretStore } from "./open-secret-store.ts";

const isLinux = process.platform === "linux";

it.skipIf(!isLinux)("uses the file if there is no message bus (Linux)", async () => {
  const store = await openSecretStore({ home: tempFolder(), clock: new FakeClock(), environment: {} });
  expect(store.kind).toBe("file");
});

it.skipIf(!isLinux)(
  "uses the file when the message bus does not answer, and passes no key to the probe (Linux)",
  async () => {
    const bus = tempFolder("bus");
    const environments: string[] = [];
    const server = createServer(() => void environments.push(...environmentsOfChildren())).listen(bus);
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const environment = { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`, OPENAI_API_KEY: "sk-canary" };
    const store = await openSecretStore({ home: tempFolder(), clock: new FakeClock(), environment });
    expect(store.kind).toBe("file");
    expect(environments.join()).toContain(bus);
    expect(environments.join()).not.toContain("canary");
  },
);

it("keeps using the file once it exists", async () => {
  const home = tempFolder();
  const options = { home, clock: new FakeClock() };
  const first = await openSecretStore({ ...options, environment: { XDG_RUNTIME_DIR: home } });
  await first.set("a", "kept");
  const again = await openSecretStore({ ...options, environment: process.env });
  expect(await again.get("a")).toBe("kept");
});

function environmentsOfChildren(): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const isChild = readFileSync(`/proc/${pid}/status`, "utf8").includes(`PPid:\t${process.pid}\n`);
      return isChild ? readFileSync(`/proc/${pid}/environ`, "utf8") : [];
    } catch {
      return [];
    }
  });
}
