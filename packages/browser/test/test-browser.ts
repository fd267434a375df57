import type { BrowserAction, BrowserView } from "@roo-code/types";
import { type BrowserOptions, createBrowser } from "../src/index.ts";
import { chromiumEnvironment } from "./chromium.ts";

export interface TestBrowser extends AsyncDisposable {
  perform(action: BrowserAction, signal?: AbortSignal): Promise<BrowserView>;
  /** The handle of the first line of a snapshot that holds the text. */
  handleOf(view: BrowserView, text: string): string;
}

export async function testBrowser(options: Partial<BrowserOptions> = {}): Promise<TestBrowser> {
  const browser = createBrowser({ environment: await chromiumEnvironment(), ...options });
  return {
    perform: async (action, signal = new AbortController().signal) => browser.perform(action, signal),
    handleOf(view, text) {
      const line = view.snapshot?.split("\n").find((candidate) => candidate.includes(text));
      const handle = /\[ref=(\w+)\]/.exec(line ?? "")?.[1];
      if (handle === undefined) throw new Error(`no element with ${text} in\n${view.snapshot}`);
      return handle;
    },
    [Symbol.asyncDispose]: async () => browser.dispose(),
  };
}
