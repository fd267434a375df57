import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { apiErrorSchema } from "@roo-code/types/api";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
let served: Served;
beforeAll(async () => {
  parts = await servedParts();
  served = await serve(parts, { files: { "a.txt": "inside\n" }, settings: { workspaceQuota: 5_000_000 } });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await parts[Symbol.asyncDispose]();
});

vi.setConfig({ testTimeout: 120_000 });

const json = { "content-type": "application/json" };

/** A request with headers that `fetch` does not allow. */
function plain(path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  const { hostname, port } = new URL(served.base);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: { authorization: `Bearer ${served.token}`, ...headers } })
      .on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on("error", reject)
      .end();
  });
}

async function cookie(): Promise<string> {
  const body = JSON.stringify({ token: served.token });
  const signed = await fetch(`${served.base}/api/v1/session`, { method: "POST", headers: json, body });
  return signed.headers.get("set-cookie")?.split(";")[0] ?? "";
}

it("answers only to host names that no one else can own", async () => {
  for (const host of ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "a b"])
    expect([host, await plain("/api/v1/tasks", { host })]).toEqual([host, 403]);
  for (const host of ["127.0.0.1", "localhost:1", "[::1]:5", "app.localhost"])
    expect([host, await plain("/api/v1/tasks", { host })]).toEqual([host, 200]);
});

it("refuses changes from pages of other origins, even with a valid cookie", async () => {
  const { host } = new URL(served.base);
  const headers = { cookie: await cookie(), ...json };
  const create = (more: Record<string, string>) =>
    fetch(`${served.base}/api/v1/workspaces`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ folder: served.folder }),
    });
  expect((await create({})).status).toBe(403);
  expect((await create({ origin: "http://evil.example" })).status).toBe(403);
  expect((await create({ origin: "null" })).status).toBe(403);
  expect((await create({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await create({ origin: `http://${host}` })).status).toBe(201);
  const form = await fetch(`${served.base}/api/v1/workspaces`, {
    method: "POST",
    headers: { cookie: await cookie(), origin: `http://${host}`, "content-type": "text/plain" },
    body: JSON.stringify({ folder: served.folder }),
  });
  expect(form.status).toBe(415);
});

it("requires a token everywhere except for health checks and signing out", async () => {
  const { paths } = (await (await fetch(`${served.base}/openapi.json`)).json()) as { paths: Record<string, object> };
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const url = `${served.base}/api/v1${path.replace(/^\/api\/v1/, "").replaceAll(/\{\w+\}/g, "x")}`;
      // Only expires the cookie of the browser that sends it.
      const expected = method === "delete" && path === "/api/v1/session" ? 200 : 401;
      const { status } = await fetch(url, { method: method.toUpperCase() });
      expect([method, path, status]).toEqual([method, path, expected]);
    }
  expect((await fetch(`${served.base}/healthz`)).status).toBe(200);
});

it("stays in the folder for every kind of path", async () => {
  const outside = mkdtempSync(join(tmpdir(), "roo-outside-"));
  writeFileSync(join(outside, "secret.txt"), "secret");
  symlinkSync(outside, join(served.folder, "link"));
  symlinkSync(join(outside, "new.txt"), join(served.folder, "dangling"));
  const { workspaceId } = served;
  const refused = expect.toBeOneOf([400, 403, 404]);
  for (const path of ["../x", "a/../../x", "/etc/passwd", "link/secret.txt", "dangling", "a.txt/../../x"]) {
    const query = new URLSearchParams({ path }).toString();
    const read = await served.ask(`/api/v1/workspaces/${workspaceId}/file?${query}`);
    const text = JSON.stringify({ path, text: "x", version: null });
    const write = await served.ask(`/api/v1/workspaces/${workspaceId}/file`, {
      method: "PUT",
      headers: json,
      body: text,
    });
    expect([path, read.status, write.status]).toEqual([path, refused, refused]);
    expect(await read.text()).not.toContain('"secret"');
  }
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
  rmSync(outside, { recursive: true });
});

it("rejects bodies that are too large, too deep, compressed or broken", async () => {
  const post = (body: string | Buffer, headers: Record<string, string> = json) =>
    served.ask("/api/v1/workspaces", { method: "POST", headers, body: new Uint8Array(Buffer.from(body)) });
  const deep = "[".repeat(100_000);
  const keys = `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(",")}}`;
  const answers = await Promise.all([
    post("x".repeat(20_000_000)),
    post(`{"folder":${deep}`),
    post(keys),
    post("{"),
    post('{"folder":"/x","__proto__":{"isOwned":true}}'),
    post('{"folder":"\\ud800"}'),
    post(gzipSync(Buffer.alloc(50_000_000)), { ...json, "content-encoding": "gzip" }),
    post("<x/>", { "content-type": "application/xml" }),
    post("{}", {}),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    apiErrorSchema.parse(await answer.json());
  }
});

it("stops an upload at the quota of the folder and keeps nothing of it", async () => {
  const { workspaceId } = await served.client.workspaces.restore(
    { query: { name: "small" } },
    { bytes: new Uint8Array(gzipSync(tarOf([["a.txt", "x"]]))) },
  );
  const upload = await served.ask(`/api/v1/workspaces/${workspaceId}/files/upload?path=big.bin`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(6_000_000),
  });
  expect([upload.status, await upload.json()]).toMatchObject([413, { error: { code: "too_large" } }]);
  const { entries } = await served.client.files.list({ params: { workspaceId } });
  expect(entries.map(({ name }) => name)).toEqual(["a.txt"]);
});

it("unpacks neither paths outside the folder nor archives beyond the quota", async () => {
  const restore = async (tar: Buffer) => {
    const bytes = new Uint8Array(gzipSync(tar));
    const failed = await served.client.workspaces.restore({ query: { name: "bad" } }, { bytes }).then(
      () => "unpacked",
      (error: { code: string }) => error.code,
    );
    return failed;
  };
  const before = (await served.client.workspaces.list()).workspaces.length;
  expect(await restore(tarOf([["../out.txt", "x"]]))).toBe("unsafe_archive");
  expect(await restore(tarOf([["/etc/out.txt", "x"]]))).toBe("unsafe_archive");
  expect(
    await restore(
      tarOf([
        ["link", "", "/tmp"],
        ["link/out.txt", "x"],
      ]),
    ),
  ).toBe("unsafe_archive");
  expect(await restore(tarOf([["bomb", "0".repeat(20_000_000)]]))).toBe("archive_too_large");
  expect(await restore(Buffer.from("this is not a tar file".repeat(100)))).toBe("unsafe_archive");
  expect((await served.client.workspaces.list()).workspaces).toHaveLength(before);
});

it("shows nothing without a token when it listens on all addresses", async () => {
  await using open = await serve(parts, { address: "0.0.0.0" });
  for (const path of ["/openapi.json", "/metrics", "/api/v1/tasks"])
    expect([path, (await fetch(`${open.base}${path}`)).status]).toEqual([path, 401]);
  await expect(serve(parts, { token: "too-short" })).rejects.toMatchObject({ code: "wrong_usage" });
});

it("writes no token, code or cookie to its log", async () => {
  await served.ask("/api/v1/nothing-there");
  const code = new URL(served.server.url).searchParams.get("sign-in") ?? "";
  await fetch(`${served.base}/?token=${served.token}`, { redirect: "manual" });
  await fetch(served.server.url, { redirect: "manual" });
  await cookie();
  expect(served.log()).toContain("nothing-there");
  expect(code).not.toBe("");
  for (const secret of [served.token, code, (await cookie()).split("=")[1] ?? ""])
    expect(served.log()).not.toContain(secret);
});

it("answers others while a client is slow to send a request", async () => {
  const { port } = new URL(served.base);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("GET /api/v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\n");
  expect((await served.ask("/api/v1/tasks")).status).toBe(200);
  socket.destroy();
});

/** Entries are a name and its content, or a name, nothing and the target of a link. */
function tarOf(entries: readonly (readonly [string, string, string?])[]): Buffer {
  const blocks = entries.flatMap(([name, content, link]) => {
    const header = Buffer.alloc(512);
    const size = Buffer.byteLength(content);
    header.write(name, 0);
    header.write("0000644\0", 100);
    header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        ", 148);
    header.write(link === undefined ? "0" : "2", 156);
    if (link !== undefined) header.write(link, 157);
    header.write("ustar\u000000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, Buffer.from(content), Buffer.alloc((512 - (size % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
