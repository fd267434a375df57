import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolFailure } from "@roo-code/types";
import type { BrowserContext } from "playwright-core";
import { visibleLine } from "./page-text.ts";
import type { WindowSize } from "./parse-input.ts";

interface LaunchRequest {
  readonly executable: string;
  readonly profile: string;
  readonly proxyPort: number;
  readonly size: WindowSize;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/**
 * Starts Chromium with one empty page. It is driven over a pipe, so no port is open, and it ends by itself when this
 * process is gone.
 */
export async function launchChromium(request: LaunchRequest): Promise<BrowserContext> {
  const { chromium } = await import("playwright-core");
  const { executable, profile, proxyPort, size, timeoutMs } = request;
  try {
    return await chromium.launchPersistentContext(profile, {
      executablePath: executable,
      artifactsDir: profile,
      args: chromiumFlags(proxyPort),
      chromiumSandbox: !isRoot(),
      headless: true,
      env: browserEnvironment(request.environment),
      viewport: size,
      // Some builds start with a locale that Intl does not know.
      locale: "en-US",
      acceptDownloads: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: timeoutMs,
    });
  } catch (error) {
    throw launchFailure(executable, error);
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function launchFailure(executable: string, error: unknown): ToolFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (/sandbox/i.test(message) && /usable sandbox|SUID sandbox|namespace/i.test(message))
    return new ToolFailure(
      "browser_failed",
      `${executable} cannot start its sandbox on this machine. The user can allow user namespaces for it, or install the system's Chromium package, which sets this up.`,
    );
  const reason =
    message.split("\n").find((line) => /error|fail|cannot|not found/i.test(line)) ?? message.split("\n")[0] ?? "";
  return new ToolFailure("browser_failed", `${executable} did not start: ${visibleLine(reason, 300)}`);
}

/** On top of Playwright's flags: all traffic goes through the proxy, and only what pages ask for. */
function chromiumFlags(proxyPort: number): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Without it Chromium goes to loopback addresses directly.
    "--proxy-bypass-list=<-loopback>",
    // Anything that still resolves names by itself gets no answer.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-gpu",
    "--no-pings",
    "--mute-audio",
    // Development servers sign their own certificates; other hosts still need a good one.
    "--allow-insecure-localhost",
    // Chromium refuses to start its sandbox as root.
    ...(isRoot() ? ["--no-sandbox"] : []),
  ];
}

/** The environment variables Chromium needs. Keys and tokens are not passed on. */
const passedVariables = new Set(
  `PATH HOME USER LOGNAME USERPROFILE APPDATA LOCALAPPDATA PROGRAMFILES PROGRAMDATA SYSTEMROOT WINDIR TEMP TMP TMPDIR TZ LANG
  FONTCONFIG_PATH FONTCONFIG_FILE LD_LIBRARY_PATH DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_RUNTIME_DIR XDG_CONFIG_DIRS
  XDG_DATA_DIRS CHROME_DEVEL_SANDBOX`.split(/\s+/),
);

function browserEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && passedVariables.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** Profiles of browsers of this process. */
const inUse = new Set<string>();
const maxRemoveMs = 10_000;

/** A new, empty profile. Profiles left behind by killed processes and browsers are removed. */
export async function createProfileFolder(): Promise<string> {
  await removeOrphans();
  const folder = await mkdtemp(join(tmpdir(), `roo-browser-${process.pid}-`));
  inUse.add(folder);
  return folder;
}

/** Processes of a browser may write a moment longer than it lives, and create folders again. */
export async function removeProfileFolder(folder: string): Promise<void> {
  const start = Date.now();
  do {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
  } while (existsSync(folder) && Date.now() - start < maxRemoveMs);
  inUse.delete(folder);
}

async function removeOrphans(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const orphans = names
    .filter((name) => {
      const owner = Number(/^roo-browser-(\d+)-/.exec(name)?.[1]);
      return owner > 0 && (owner === process.pid || !isAlive(owner));
    })
    .map((name) => join(tmpdir(), name));
  await Promise.all(orphans.filter((folder) => !inUse.has(folder)).map(removeProfileFolder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
