import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBrowser } from "./find-browser.ts";

/** A folder with executable programs and plain files. */
function folderWith(programs: readonly string[], files: readonly string[] = []) {
  const root = mkdtempSync(join(tmpdir(), "roo-find-browser-"));
  for (const name of [...programs, ...files]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "");
    if (programs.includes(name)) chmodSync(join(root, name), 0o755);
  }
  return {
    path: (name: string) => join(root, name),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

describe("finding a browser", () => {
  it("uses the configured one, in the order settings, ROO_BROWSER, CHROME_PATH", () => {
    using folder = folderWith(["a", "b", "c", "bin/chromium"]);
    const [configured, ROO_BROWSER, CHROME_PATH] = [folder.path("a"), folder.path("b"), folder.path("c")];
    const PATH = folder.path("bin");
    expect(findBrowser({ ROO_BROWSER, CHROME_PATH, PATH }, { configured })).toBe(configured);
    expect(findBrowser({ ROO_BROWSER, CHROME_PATH, PATH })).toBe(ROO_BROWSER);
    expect(findBrowser({ CHROME_PATH, PATH })).toBe(CHROME_PATH);
    expect(findBrowser({ ROO_BROWSER: " ", PATH })).toBe(folder.path("bin/chromium"));
  });

  it("uses no other when the configured one is missing", () => {
    using folder = folderWith(["bin/chromium"]);
    expect(findBrowser({ ROO_BROWSER: folder.path("missing"), PATH: folder.path("bin") })).toBeUndefined();
  });

  it("finds a named program on the PATH", () => {
    using folder = folderWith(["bin/my-chrome", "bin/chromium"]);
    expect(findBrowser({ ROO_BROWSER: "my-chrome", PATH: folder.path("bin") })).toBe(folder.path("bin/my-chrome"));
  });

  it("prefers Chromium to Chrome to Edge, and skips files that are not executable", () => {
    using folder = folderWith(["2/microsoft-edge", "3/google-chrome"], ["1/chromium"]);
    const PATH = ["1", "2", "3"].map(folder.path).join(":");
    expect(findBrowser({ PATH })).toBe(folder.path("3/google-chrome"));
  });

  it.each<[NodeJS.Platform, string, Record<string, string>]>([
    ["darwin", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome", { HOME: "" }],
    ["win32", "Google/Chrome/Application/chrome.exe", { LOCALAPPDATA: "" }],
    ["linux", ".cache/ms-playwright/chromium-1200/chrome-linux64/chrome", { HOME: "" }],
    ["linux", "chromium_headless_shell-9/chrome-linux/headless_shell", { PLAYWRIGHT_BROWSERS_PATH: "" }],
  ])("finds the default install path on %s: %s", (system, path, variables) => {
    using folder = folderWith([path]);
    const environment = Object.fromEntries(Object.keys(variables).map((name) => [name, folder.path("")]));
    const found = findBrowser({ PATH: "", HOME: "/nonexistent", ...environment }, { platform: system });
    expect([folder.path(path), "/usr/lib/chromium/chromium"]).toContain(found);
  });

  it("uses Playwright's newest", () => {
    using folder = folderWith(["chromium-99/chrome-linux/chrome", "chromium-1200/chrome-linux/chrome"]);
    const environment = { PATH: "", PLAYWRIGHT_BROWSERS_PATH: folder.path("") };
    expect(findBrowser(environment, { platform: "win32" })).toBe(folder.path("chromium-1200/chrome-linux/chrome"));
  });

  it("finds none on a machine without one", () => {
    using folder = folderWith([]);
    const environment = { PATH: "relative", HOME: folder.path("") };
    expect(findBrowser(environment, { platform: "win32" })).toBeUndefined();
  });
});
