import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { logIn } from "../src/oauth/log-in.ts";
import { openCallback } from "../src/oauth/loopback-callback.ts";
import { LoginStore } from "../src/oauth/stored-login.ts";
import { authorizationServer } from "./authorization-server.ts";
import { hubUnderTest, never } from "./hub-under-test.ts";
import { memorySecrets } from "./ports.ts";

const configuration = (url: string) =>
  ({ type: "streamable-http", url, timeout: 20, alwaysAllow: [], disabledTools: [] }) as const;
/** A browser that follows the redirect at once. */
const visit = (url: URL) => void fetch(url);

describe("a server that requires a login", () => {
  it("says so, accepts the user's login, renews it, and accepts it from another process", async () => {
    const { url, requests, expire } = await authorizationServer();
    const secrets = memorySecrets();
    const ports = { secrets: async () => secrets };
    const before = hubUnderTest({ s: { url } }, ports);
    await expect(before.call("s", "secret")).rejects.toThrow('Log in with: roo mcp login "s"');
    // Nothing is registered and no browser is opened automatically.
    expect(requests).toEqual([]);

    const store = new LoginStore({ ...ports, server: "s", url });
    const login = { configuration: configuration(url), store, version: "test", signal: never };
    expect(await logIn({ ...login, onAddress: visit })).toBe("done");
    expect(requests).toEqual(["register", "authorize", "token authorization_code"]);
    expect(await logIn({ ...login, onAddress: visit })).toBe("unneeded");

    const after = hubUnderTest({ s: { url } }, ports);
    expect((await after.call("s", "secret")).content).toBe("for your eyes only");
    expire();
    expect((await after.call("s", "secret")).content).toBe("for your eyes only");
    expect(requests.at(-1)).toBe("token refresh_token");
    const another = hubUnderTest({ s: { url } }, ports);
    expect((await another.call("s", "secret")).content).toBe("for your eyes only");
  });

  it("at another URL does not get the login", async () => {
    const [mine, theirs] = [await authorizationServer(), await authorizationServer()];
    const secrets = memorySecrets();
    const store = new LoginStore({ secrets: async () => secrets, server: "s", url: mine.url });
    await logIn({ configuration: configuration(mine.url), store, version: "test", signal: never, onAddress: visit });
    const { call } = hubUnderTest({ s: { url: theirs.url } }, { secrets: async () => secrets });
    await expect(call("s", "secret")).rejects.toThrow("Log in with");
  });

  it("can be logged out of", async () => {
    const { url } = await authorizationServer();
    const secrets = memorySecrets();
    const store = new LoginStore({ secrets: async () => secrets, server: "s", url });
    await logIn({ configuration: configuration(url), store, version: "test", signal: never, onAddress: visit });
    expect(await secrets.names()).toHaveLength(1);
    expect(await store.forget()).toBe(true);
    expect([await store.forget(), await secrets.names()]).toEqual([false, []]);
  });
});

describe("the loopback callback", () => {
  it("accepts only the expected redirect", async () => {
    await using callback = await openCallback();
    const arrived = callback.wait("right", never);
    const status = async (path: string, headers = {}) => statusOf(`${new URL(callback.url).origin}${path}`, headers);
    expect(await status("/callback?code=a&state=wrong")).toBe(400);
    expect(await status("/callback?code=a")).toBe(400);
    expect(await status("/other?code=a&state=right")).toBe(404);
    expect(await status("/callback?code=a&state=right", { host: "evil.example" })).toBe(404);
    expect(await status("/callback?code=b&state=right")).toBe(200);
    expect(await status("/callback?code=c&state=right")).toBe(400);
    expect((await arrived).get("code")).toBe("b");
  });

  it("listens on the registered port, or on another if it is in use", async () => {
    await using first = await openCallback();
    await using second = await openCallback(first.url);
    expect(second.url).not.toBe(first.url);
    const { url } = second;
    await second[Symbol.asyncDispose]();
    await using third = await openCallback(url);
    expect(third.url).toBe(url);
  });
});

function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}
