import { type BrowserContext, chromium, type Page } from "playwright-core";
import { chromiumEnvironment } from "./chromium.ts";

export interface BareChromium extends AsyncDisposable {
  readonly page: Page;
}

/** Chromium as Playwright starts it, without our proxy: the reference for measurements. */
export async function bareChromium(): Promise<BareChromium> {
  const { ROO_BROWSER, LD_LIBRARY_PATH = "" } = await chromiumEnvironment();
  const browser = await chromium.launch({
    executablePath: ROO_BROWSER,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LD_LIBRARY_PATH },
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const context: BrowserContext = await browser.newContext({ viewport: { width: 900, height: 600 }, locale: "en-US" });
  return { page: await context.newPage(), [Symbol.asyncDispose]: async () => browser.close() };
}
