import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { type S3Server, s3Server } from "@roo-code/testkit/s3/s3-server";
import { until } from "@roo-code/testkit/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BlobStore } from "./blob-store.ts";
import { openBlobs } from "./open-blobs.ts";

const keys = { AWS_ACCESS_KEY_ID: "AKIAFAKEFAKEFAKEFAKE", AWS_SECRET_ACCESS_KEY: "fake-secret-for-tests" };
const home = mkdtempSync(join(tmpdir(), "roo-blobs-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const bucketAt = (origin: string, environment: NodeJS.ProcessEnv = keys) =>
  openBlobs({ home, environment: { ...environment, ROO_BLOBS_URL: `s3://backups/some/prefix?endpoint=${origin}` } });

describe("on disk", () => {
  cases(() => openBlobs({ home, environment: {} }));

  it("leaves no incomplete file", async () => {
    const blobs = openBlobs({ home, environment: {} });
    await expect(blobs.put("torn/one", breaking())).rejects.toThrow("the source broke");
    expect(readdirSync(join(home, "blobs", "torn"))).toEqual([]);
  });
});

describe("in a bucket that checks signatures", () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server({ bucket: "backups", keys: { [keys.AWS_ACCESS_KEY_ID]: keys.AWS_SECRET_ACCESS_KEY } });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  cases(() => bucketAt(server.origin));

  it("puts everything below its prefix, uploads in parts, and aborts a failed upload", async () => {
    const large = randomBytes(11 * 1024 * 1024);
    await bucketAt(server.origin).put("w-1/large", Readable.from(pieces(large)));
    expect(server.objects.get("some/prefix/w-1/large")?.equals(large)).toBe(true);
    await expect(bucketAt(server.origin).put("torn/two", breaking(12 * 1024 * 1024))).rejects.toThrow(
      "the source broke",
    );
    await until(() => server.uploads.size === 0);
    expect(server.objects.has("some/prefix/torn/two")).toBe(false);
  });

  it("reports what to check when the key is wrong", async () => {
    const wrong = bucketAt(server.origin, { ...keys, AWS_SECRET_ACCESS_KEY: "another" });
    await expect(wrong.put("k", Readable.from([Buffer.from("x")]))).rejects.toMatchObject({
      code: "blobs_unreachable",
    });
    expect(server.refusals).toEqual(["SignatureDoesNotMatch"]);
  });

  it("reports a server that cannot be reached", async () => {
    const blobs = bucketAt("http://127.0.0.1:1");
    await expect(blobs.get("k")).rejects.toMatchObject({ code: "blobs_unreachable" });
  });
});

const moto = await startMoto();
describe.skipIf(!moto)("in a bucket of moto (needs python3 with moto)", () => {
  afterAll(() => moto?.stop());
  cases(() => bucketAt(moto?.origin ?? ""));
});

it("refuses an invalid URL", () => {
  for (const url of ["bucket", "https://bucket", "s3://", "s3://key:secret@bucket", "s3://b?endpoint=ftp://host"])
    expect(() => openBlobs({ home, environment: { ROO_BLOBS_URL: url } })).toThrow(/not a valid bucket URL/);
});

/** What every store of blobs does. */
function cases(open: () => BlobStore): void {
  it("returns, replaces and deletes a blob", async () => {
    const blobs = open();
    const content = randomBytes(300_000);
    expect(await blobs.put("w-1/first.tar.gz", Readable.from(pieces(content)))).toEqual({ bytes: content.length });
    expect((await buffer(await blobs.get("w-1/first.tar.gz"))).equals(content)).toBe(true);
    await blobs.put("w-1/first.tar.gz", Readable.from([Buffer.from("new")]));
    expect(String(await buffer(await blobs.get("w-1/first.tar.gz")))).toBe("new");
    await blobs.delete("w-1/first.tar.gz");
    await blobs.delete("w-1/first.tar.gz");
    await expect(blobs.get("w-1/first.tar.gz")).rejects.toMatchObject({ code: "blob_not_found" });
  });

  it("keeps the old blob when its replacement fails", async () => {
    const blobs = open();
    await blobs.put("w-1/kept", Readable.from([Buffer.from("old")]));
    await expect(blobs.put("w-1/kept", breaking())).rejects.toThrow("the source broke");
    expect(String(await buffer(await blobs.get("w-1/kept")))).toBe("old");
  });

  it("refuses a key that escapes the store", async () => {
    const blobs = open();
    for (const key of ["../x", "a/../../x", "/etc/passwd", "", "a//b", ".hidden"])
      await expect(blobs.put(key, Readable.from(["x"]))).rejects.toThrow("Invalid blob key");
  });
}

function* pieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

function breaking(after = 100): Readable {
  return Readable.from(
    (function* () {
      yield* pieces(Buffer.alloc(after));
      throw new Error("the source broke");
    })(),
  );
}

/** A real server of another make; undefined where there is none. */
async function startMoto(): Promise<{ readonly origin: string; stop(): void } | undefined> {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  await new Promise((resolve) => probe.close(resolve));
  const child = spawn("python3", ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
  const ended = new Promise<false>((resolve) =>
    child.once("error", () => resolve(false)).once("exit", () => resolve(false)),
  );
  const origin = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    for (;;) {
      const made = await fetch(`${origin}/backups`, { method: "PUT" }).catch(() => undefined);
      if (made?.ok) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  if (!(await Promise.race([isUp(), ended]))) return undefined;
  return { origin, stop: () => child.kill() };
}
