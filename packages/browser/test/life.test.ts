import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { browserProcesses, isRunning } from "./browser-processes.ts";
import { chromiumEnvironment } from "./chromium.ts";
import { pageServer } from "./page-server.ts";
import { testBrowser } from "./test-browser.ts";

function profiles(owner = process.pid): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`roo-browser-${owner}-`));
}

describe.skipIf(process.platform !== "linux")("the life of the browser", () => {
  it("starts with the first page and leaves nothing behind", async () => {
    await using server = await pageServer({ "/": "<h1>Hello</h1>" });
    await using browser = await testBrowser();
    await expect(browser.perform({ action: "snapshot" })).rejects.toMatchObject({ code: "not_open" });
    expect(browserProcesses()).toEqual([]);
    await browser.perform({ action: "launch", url: server.origin });
    const processes = browserProcesses();
    expect(processes.some(({ command }) => command.includes("--type=renderer"))).toBe(true);
    expect(profiles()).toHaveLength(1);
    const closed = await browser.perform({ action: "close" });
    expect(closed).toEqual({ url: "", title: "", size: "", notes: ["The browser is closed."], problems: [] });
    await until(() => !processes.some(isRunning));
    expect(profiles()).toEqual([]);
    expect((await browser.perform({ action: "close" })).notes).toEqual(["The browser was not open."]);
    expect((await browser.perform({ action: "navigate", url: server.origin })).snapshot).toContain("Hello");
  });

  it("has a sandbox unless it runs as root, gets no API keys and uses only the proxy", async () => {
    await using server = await pageServer({ "/": "" });
    const environment = { ...(await chromiumEnvironment()), OPENAI_API_KEY: "not-a-real-key" };
    await using browser = await testBrowser({ environment });
    const { notes } = await browser.perform({ action: "launch", url: server.origin });
    const main = browserProcesses().find(({ command }) => !command.includes("--type="));
    const isRoot = process.getuid?.() === 0;
    expect(main?.command.includes("--no-sandbox")).toBe(isRoot);
    expect(notes.join().includes("without its sandbox")).toBe(isRoot);
    expect(main?.command).toContain("--proxy-bypass-list=<-loopback>");
    expect(readFileSync(`/proc/${main?.pid}/environ`, "utf8")).not.toContain("not-a-real-key");
  });

  it("survives crashed, hanging and killed pages", async () => {
    await using server = await pageServer({
      "/": "<h1>Hello</h1>",
      "/hang": `<button onclick="for (;;) {}">Hang</button>`,
    });
    await using browser = await testBrowser({ timeouts: { actionMs: 1500 } });
    const view = await browser.perform({ action: "launch", url: `${server.origin}/hang` });
    const hanging = browser.perform({ action: "click", element: browser.handleOf(view, "Hang") });
    await expect(hanging).rejects.toMatchObject({ code: expect.stringMatching(/page_hangs|action_failed/) });
    await expect(browser.perform({ action: "snapshot" })).rejects.toMatchObject({
      code: expect.stringMatching(/page_/),
    });
    expect((await browser.perform({ action: "navigate", url: server.origin })).snapshot).toContain("Hello");

    for (const { pid, command } of browserProcesses())
      if (command.includes("--type=renderer")) process.kill(pid, "SIGKILL");
    await expect(browser.perform({ action: "snapshot" })).rejects.toMatchObject({ code: "page_crashed" });
    expect((await browser.perform({ action: "navigate", url: server.origin })).snapshot).toContain("Hello");

    for (const { pid, command } of browserProcesses()) if (!command.includes("--type=")) process.kill(pid, "SIGKILL");
    await until(() => browserProcesses().length === 0);
    await expect(browser.perform({ action: "snapshot" })).rejects.toMatchObject({ code: "browser_closed" });
    expect((await browser.perform({ action: "launch", url: server.origin })).snapshot).toContain("Hello");
  });

  it("gives up a page that does not load", async () => {
    await using server = await pageServer({ "/": "<h1>Hello</h1>", "/never": () => undefined });
    await using browser = await testBrowser({ timeouts: { navigationMs: 2000 } });
    await expect(browser.perform({ action: "launch", url: `${server.origin}/never` })).rejects.toMatchObject({
      code: "navigation_timeout",
      message: expect.stringContaining("2 s"),
    });
    expect((await browser.perform({ action: "navigate", url: server.origin })).snapshot).toContain("Hello");
  });

  it.each([
    ["shows dialogs endlessly", "<script>for (;;) alert('again')</script>"],
    ["runs an endless script", "<script>for (;;) {}</script>"],
  ])("recovers from a page that %s", async (_, endless) => {
    await using server = await pageServer({ "/": "<h1>Hello</h1>", "/endless": endless });
    await using browser = await testBrowser({ timeouts: { navigationMs: 2000, actionMs: 1500 } });
    for (const action of [{ action: "launch", url: `${server.origin}/endless` }, { action: "snapshot" }] as const) {
      await expect(browser.perform(action)).rejects.toMatchObject({ code: "page_crashed" });
    }
    const view = await browser.perform({ action: "navigate", url: server.origin });
    expect(view.snapshot).toContain("Hello");
    expect(view.notes.join("\n")).not.toContain("tab");
  });

  it("stops at once when aborted before, during and after the launch", async () => {
    let isRequested = false;
    await using server = await pageServer({
      "/": "<h1>Hello</h1>",
      "/never": () => {
        isRequested = true;
      },
    });
    await using browser = await testBrowser();
    const stopped = new Error("stopped by the user");
    await expect(browser.perform({ action: "launch", url: server.origin }, AbortSignal.abort(stopped))).rejects.toBe(
      stopped,
    );

    const launching = new AbortController();
    const launch = browser.perform({ action: "launch", url: server.origin }, launching.signal);
    await until(() => browserProcesses().length > 0);
    launching.abort(stopped);
    await expect(launch).rejects.toBe(stopped);

    const loading = new AbortController();
    const load = browser.perform({ action: "launch", url: `${server.origin}/never` }, loading.signal);
    await until(() => isRequested);
    loading.abort(stopped);
    await expect(load).rejects.toBe(stopped);
    expect((await browser.perform({ action: "navigate", url: server.origin })).snapshot).toContain("Hello");
  });

  it("performs actions one after the other, and none after it is disposed", async () => {
    await using server = await pageServer({ "/a": "<title>A</title>", "/b": "<title>B</title>" });
    const browser = await testBrowser();
    const views = await Promise.all([
      browser.perform({ action: "launch", url: `${server.origin}/a` }),
      browser.perform({ action: "navigate", url: `${server.origin}/b` }),
      browser.perform({ action: "back" }),
    ]);
    expect(views.map(({ title }) => title)).toEqual(["A", "B", "A"]);
    await expect(browser.perform({ action: "back" })).resolves.toMatchObject({ url: "about:blank" });
    await expect(browser.perform({ action: "back" })).rejects.toMatchObject({ code: "no_history" });
    await browser[Symbol.asyncDispose]();
    await browser[Symbol.asyncDispose]();
    await expect(browser.perform({ action: "snapshot" })).rejects.toMatchObject({ code: "browser_closed" });
    await until(() => profiles().length === 0);
  });

  it("exits when its process is killed; the next start removes the profile", async () => {
    await using server = await pageServer({ "/": "<h1>Hello</h1>" });
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("open-and-wait.ts", import.meta.url)), server.origin],
      { env: { ...process.env, ...(await chromiumEnvironment()) }, stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const processes = browserProcesses(child.pid);
    expect(processes.some(({ command }) => command.includes("--type=renderer"))).toBe(true);
    child.kill("SIGKILL");
    await text(child.stdout);
    await until(() => !processes.some(isRunning));
    expect(profiles(child.pid)).toHaveLength(1);
    await using browser = await testBrowser();
    await browser.perform({ action: "launch", url: server.origin });
    expect(profiles(child.pid)).toEqual([]);
  });

  it("names the missing browser and what to install", async () => {
    const nowhere = await testBrowser({
      environment: { PATH: "", HOME: "/nonexistent", ROO_BROWSER: "/no/such/chrome" },
    });
    await expect(nowhere.perform({ action: "launch", url: "http://localhost:9/" })).rejects.toMatchObject({
      code: "no_browser",
      message: expect.stringMatching(/^There is no browser at \/no\/such\/chrome\. .*install.*ROO_BROWSER/),
    });
    const broken = await testBrowser({ executable: "/bin/false" });
    await expect(broken.perform({ action: "launch", url: "http://localhost:9/" })).rejects.toMatchObject({
      code: "browser_failed",
      message: expect.stringContaining("/bin/false did not start"),
    });
    await until(() => profiles().length === 0);
  });
});
