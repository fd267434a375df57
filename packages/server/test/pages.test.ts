import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
let webFolder: string;
beforeAll(async () => {
  parts = await servedParts();
  webFolder = mkdtempSync(join(tmpdir(), "roo-web-"));
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(join(webFolder, "index.html"), '<!doctype html><script src="/assets/app-Ab3_x-9Z.js"></script>');
  writeFileSync(join(webFolder, "assets/app-Ab3_x-9Z.js"), "start()");
  writeFileSync(join(webFolder, "worker.js"), "work()");
});
afterAll(async () => {
  rmSync(webFolder, { recursive: true });
  await parts[Symbol.asyncDispose]();
});

it("serves the web app: hashed files cached forever, others revalidated, client-side routes as its page", async () => {
  await using served = await serve(parts, { webFolder });
  const get = async (path: string) => {
    const answer = await fetch(`${served.base}${path}`);
    return [answer.status, answer.headers.get("cache-control"), (await answer.text()).slice(0, 15)];
  };
  expect(await get("/assets/app-Ab3_x-9Z.js")).toEqual([200, "public, max-age=31536000, immutable", "start()"]);
  expect(await get("/worker.js")).toEqual([200, "no-cache", "work()"]);
  for (const path of ["/", "/index.html", "/tasks/abc?tab=files", "/settings/profiles"])
    expect(await get(path)).toEqual([200, "no-cache", "<!doctype html>"]);
  for (const path of ["/assets/gone.js", "/api/v1/nothing", "/docs/nothing", "/assets/..%2f..%2fetc/passwd"])
    expect((await get(path))[0]).toBe(404);
});

it("lets the web app run only its own scripts, and forbids framing", async () => {
  await using served = await serve(parts, { webFolder });
  const { headers } = await fetch(served.base);
  const policy = headers.get("content-security-policy") ?? "";
  const directives = new Map(policy.split("; ").map((directive) => directive.split(/ (.*)/) as [string, string]));
  expect(directives.get("script-src")).toBe("'self'");
  expect(directives.get("connect-src")).toBe("'self'");
  expect(directives.get("frame-ancestors")).toBe("'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
