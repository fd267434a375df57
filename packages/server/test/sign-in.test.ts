import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeCodes } from "@roo-code/types/api";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { loadKeys, replaceKeys } from "../src/access/server-keys.ts";
import { OneTimeCodes } from "../src/access/token-access.ts";
import { remoteUrl } from "../src/listen.ts";
import { askServer } from "../src/sign-in.ts";
import { rawSocket } from "./raw-socket.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
const webFolder = mkdtempSync(join(tmpdir(), "roo-web-"));
writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>app</title>");
beforeAll(async () => {
  parts = await servedParts();
});
afterAll(async () => {
  await parts[Symbol.asyncDispose]();
  rmSync(webFolder, { recursive: true });
});

vi.setConfig({ testTimeout: 120_000 });

const open = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: "manual", headers });

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function isSignedIn({ base }: Served, cookie: string): Promise<boolean> {
  return (await fetch(`${base}/api/v1/tasks`, { headers: { cookie } })).status === 200;
}

function signIn({ base }: Served, token: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ token });
  return fetch(`${base}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

it("signs one browser in by an address, once, and redirects only to itself", async () => {
  await using served = await serve(parts, { webFolder });
  const { server, base } = served;
  const code = new URL(server.url).searchParams.get("sign-in");
  const signed = await open(`${base}//example.org/tasks/abc?sign-in=${code}&tab=files`);
  expect([signed.status, signed.headers.get("location")]).toEqual([302, "/example.org/tasks/abc?tab=files"]);
  expect(signed.headers.get("set-cookie")).toMatch(/; Max-Age=\d{8}; HttpOnly; SameSite=Strict; Path=\/$/);
  expect(await isSignedIn(served, cookieOf(signed))).toBe(true);

  const again = await open(server.url);
  expect([again.headers.get("location"), cookieOf(again)]).toEqual(["/?sign-in-failed=", ""]);
  const same = await open(server.url, { cookie: cookieOf(signed) });
  expect(same.headers.get("location")).toBe("/");
  const wrong = await open(`${base}/?sign-in=wrong`);
  expect([wrong.status, cookieOf(wrong)]).toEqual([302, ""]);
});

it("does not accept the token in an address, only from the sign-in page", async () => {
  await using served = await serve(parts, { webFolder });
  expect(cookieOf(await open(`${served.base}/?token=${served.token}`))).toBe("");
  expect(cookieOf(await open(`${served.base}/?sign-in=${served.token}`))).toBe("");
  expect((await signIn(served, "wrong")).status).toBe(401);
  expect((await signIn(served, served.token, { origin: "http://evil.example" })).status).toBe(403);
  const signed = await signIn(served, served.token);
  expect(signed.status).toBe(200);
  expect(await isSignedIn(served, cookieOf(signed))).toBe(true);
  const code = new URL(served.server.url).searchParams.get("sign-in") ?? "";
  expect([(await signIn(served, code)).status, (await signIn(served, code)).status]).toEqual([200, 401]);
  const out = await fetch(`${served.base}/api/v1/session`, { method: "DELETE" });
  expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
  const authorization = `Bearer ${served.token}`;
  const document = await (await fetch(`${served.base}/openapi.json`, { headers: { authorization } })).json();
  expect(document).toMatchObject({
    paths: { "/api/v1/session": { post: { security: [] }, delete: { security: [] } } },
  });
});

it("keeps a browser signed in across a restart, and renews its cookie when the page is opened", async () => {
  await using served = await serve(parts, { webFolder });
  const { token } = served;
  const cookie = cookieOf(await signIn(served, token));
  const code = new URL(served.server.url).searchParams.get("sign-in");
  await served.restart();
  expect(served.token).toBe(token);
  expect(await isSignedIn(served, cookie)).toBe(true);
  expect((await open(`${served.base}/?sign-in=${code}`)).headers.get("location")).toBe("/?sign-in-failed=");
  const page = await open(served.base, { cookie, "sec-fetch-dest": "document" });
  expect(cookieOf(page)).toBe(cookie);
});

it("issues a sign-in address to programs on this machine, and fails when no server runs", async () => {
  await using served = await serve(parts, { webFolder });
  const answer = await askServer(served.home, "open");
  expect(answer).toMatchObject({ phoneUrl: null, minutes: 5, hasOwnToken: false });
  expect(await isSignedIn(served, cookieOf(await open(answer.url)))).toBe(true);
  expect(statSync(join(served.home, "serve/control.sock")).mode & 0o777).toBe(0o600);
  expect(statSync(join(served.home, "serve")).mode & 0o777).toBe(0o700);
  await served.server.close();
  await expect(askServer(served.home, "open")).rejects.toMatchObject({ code: "server_not_running" });
});

it("signs everyone out: browsers, programs and open connections", async () => {
  await using served = await serve(parts, { webFolder });
  const { token } = served;
  const cookie = cookieOf(await signIn(served, token));
  const unused = (await askServer(served.home, "open")).url;
  const socket = rawSocket(served, { headers: { cookie } });
  const { url } = await askServer(served.home, "signOutAll");
  expect(await socket.closed).toBe(closeCodes.unauthorized);
  expect(await isSignedIn(served, cookie)).toBe(false);
  expect((await fetch(`${served.base}/api/v1/tasks`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    401,
  );
  expect(cookieOf(await open(unused))).toBe("");
  const fresh = cookieOf(await open(url));
  await served.restart();
  expect(await isSignedIn(served, fresh)).toBe(true);
  expect(await isSignedIn(served, cookie)).toBe(false);
});

it("accepts each code once, and no expired code", () => {
  let now = 0;
  const codes = new OneTimeCodes(() => now);
  const [first, second] = [codes.issue(1000), codes.issue(1000)];
  expect([codes.take(first), codes.take(first)]).toEqual([true, false]);
  now = 1000;
  expect(codes.take(second)).toBe(false);
});

it("stores its keys for the owner only, and refuses keys that others could read", () => {
  const home = mkdtempSync(join(tmpdir(), "roo-keys-"));
  const path = join(home, "serve/keys.json");
  const keys = loadKeys(home);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(loadKeys(home)).toEqual(keys);
  expect(replaceKeys(home).token).not.toBe(keys.token);
  chmodSync(path, 0o640);
  expect(() => loadKeys(home)).toThrow(expect.objectContaining({ code: "unsafe_keys" }));
  writeFileSync(path, '{"token":');
  chmodSync(path, 0o600);
  expect(() => loadKeys(home)).toThrow(expect.objectContaining({ code: "broken_keys" }));
  expect(readFileSync(path, "utf8")).toBe('{"token":');
  rmSync(path);
  symlinkSync(join(home, "elsewhere"), path);
  expect(() => loadKeys(home)).toThrow(expect.objectContaining({ code: "unsafe_keys" }));
  rmSync(home, { recursive: true });
});

it("finds an address that a phone can reach, if there is one", () => {
  const device = (address: string, family: "IPv4" | "IPv6", internal = false) => ({
    address,
    family,
    internal,
    netmask: "",
    mac: "",
    cidr: null,
    ...(family === "IPv6" && { scopeid: 0 }),
  });
  const interfaces = { lo: [device("127.0.0.1", "IPv4", true)], eth0: [device("192.0.2.7", "IPv4")] };
  // The types of the two families differ.
  const all = interfaces as Parameters<typeof remoteUrl>[2];
  expect(remoteUrl("127.0.0.1", 1, all)).toBeUndefined();
  expect(remoteUrl("0.0.0.0", 3446, all)).toBe("http://192.0.2.7:3446");
  expect(remoteUrl("192.0.2.9", 3446, all)).toBe("http://192.0.2.9:3446");
  expect(remoteUrl("2001:db8::1", 80, all)).toBe("http://[2001:db8::1]:80");
});
