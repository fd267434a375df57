import { ToolFailure } from "@roo-code/types";
import type { BrowserContext } from "playwright-core";
import { browserEnvironment } from "./browser-environment.ts";
import { chromiumFlags } from "./chromium-flags.ts";
import { visibleLine } from "./visible-text.ts";
import type { WindowSize } from "./window-geometry.ts";

export interface LaunchRequest {
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
      args: chromiumFlags({ proxyPort, isRoot: isRoot() }),
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
  const said = error instanceof Error ? error.message : String(error);
  if (/sandbox/i.test(said) && /usable sandbox|SUID sandbox|namespace/i.test(said))
    return new ToolFailure(
      "browser_failed",
      `${executable} cannot start its sandbox on this machine. The person can allow user namespaces for it, or install the Chromium of their system, which brings what it needs.`,
    );
  const reason =
    said.split("\n").find((line) => /error|fail|cannot|not found/i.test(line)) ?? said.split("\n")[0] ?? "";
  return new ToolFailure("browser_failed", `${executable} did not start: ${visibleLine(reason, 300)}`);
}
