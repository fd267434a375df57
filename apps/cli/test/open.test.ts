import { networkInterfaces } from "node:os";
import jsQR from "jsqr";
import { expect, it } from "vitest";
import { createProject, type Started } from "./roo.ts";

async function ready(started: Started): Promise<{ url: string; token: string; port: number }> {
  await started.prints(/\n/);
  return JSON.parse(started.stdout()) as { url: string; token: string; port: number };
}

async function signIn(url: string): Promise<string> {
  const { headers } = await fetch(url, { redirect: "manual" });
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

it("signs a browser in permanently: across kill -9 of the server, until all are signed out", async () => {
  using here = createProject();
  const none = await here.roo(["open"]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/No server is running for .*\n.*roo serve/s)]);

  const first = here.start(["serve", "--port", "0", "--output", "json"]);
  const { port, token } = await ready(first);
  const opened = await here.roo(["open"]);
  const [url = "", note] = opened.stdout.split("\n");
  expect(note).toBe("The URL signs in one browser, once, within 5 minutes.");
  const cookie = await signIn(url);
  expect(cookie).not.toBe("");
  expect(await signIn(url)).toBe("");
  const phone = await here.roo(["open", "--qr"]);
  expect([phone.code, phone.stderr]).toEqual([2, expect.stringContaining("--host 0.0.0.0")]);
  first.child.kill("SIGKILL");
  await first.ended;
  expect((await here.roo(["open"])).stderr).toContain("No server is running");

  const second = here.start(["serve", "--port", String(port), "--output", "json"]);
  expect((await ready(second)).token).toBe(token);
  const status = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/tasks`, { headers: { cookie } })).status;
  expect(await status()).toBe(200);
  const out = await here.roo(["open", "--print", "--sign-out-all"]);
  expect(out.stderr).toContain("every browser is signed out");
  expect(await status()).toBe(401);
  expect(await signIn(out.stdout.split("\n")[0] ?? "")).not.toBe("");
  second.child.kill("SIGTERM");
  await second.ended;
  expect((await here.roo(["open", "--sign-out-all"])).stdout).toContain("the next one will have a new token");
});

const hasNetwork = Object.values(networkInterfaces()).some((all) => all?.some(({ internal }) => !internal));

it.skipIf(!hasNetwork)("shows a QR code for a phone if it can reach the server", async () => {
  using here = createProject();
  const started = here.start(["serve", "--host", "0.0.0.0", "--port", "0", "--output", "json"]);
  await ready(started);
  const { code, stdout, stderr } = await here.roo(["open", "--qr"]);
  started.child.kill("SIGTERM");
  await started.ended;
  expect([code, stderr]).toEqual([0, ""]);
  const lines = stdout.split("\n");
  const url = lines.find((line) => line.startsWith("http")) ?? "";
  expect(url).toMatch(/^http:\/\/(?!127\.|0\.0)\S+\/\?sign-in=[\w-]{24}$/);
  expect(scan(lines.slice(0, lines.indexOf(url) - 1))).toBe(url);
});

/** Decodes the QR code: each character shows two modules, one above the other. */
function scan(lines: readonly string[]): string | undefined {
  const width = Math.max(...lines.map((line) => line.length));
  const rows = lines.flatMap((line) => [line.replace(/[▀█]/g, "1"), line.replace(/[▄█]/g, "1")]);
  const [scale, margin] = [4, 4];
  const [columns, height] = [(width + 2 * margin) * scale, (rows.length + 2 * margin) * scale];
  const pixels = new Uint8ClampedArray(columns * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < columns; x += 1) {
      const isLight = rows[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin] === "1";
      pixels.set(
        Array.from({ length: 3 }, () => (isLight ? 255 : 0)),
        (y * columns + x) * 4,
      );
    }
  return jsQR(pixels, columns, height)?.data;
}
