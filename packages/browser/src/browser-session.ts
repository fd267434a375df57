import type { BrowserContext, Page } from "playwright-core";
import { isRoot, launchChromium } from "./launch-chromium.ts";
import { type GuardProxy, startGuardProxy } from "./network/guard-proxy.ts";
import type { Network } from "./network/network.ts";
import type { NetworkPolicy } from "./network/network-policy.ts";
import { PageWatch } from "./page-watch.ts";
import { createProfileFolder, removeProfileFolder } from "./profile-folder.ts";
import { Tabs } from "./tabs.ts";
import type { WindowSize } from "./window-geometry.ts";

export interface SessionOptions {
  readonly executable: string;
  readonly size: WindowSize;
  readonly policy: NetworkPolicy;
  readonly network: Network;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeouts: Timeouts;
}

export interface Timeouts {
  readonly launchMs: number;
  readonly navigationMs: number;
  /** For one click, one snapshot, … */
  readonly actionMs: number;
}

/** A running Chromium with its proxy and its profile: all three live and go together. */
export class BrowserSession {
  readonly timeouts: Timeouts;
  readonly proxy: GuardProxy;
  readonly watch: PageWatch;
  readonly tabs: Tabs;
  /** As the model last looked at the page. */
  look: "snapshot" | "screenshot" = "snapshot";
  size: WindowSize;
  readonly #context: BrowserContext;
  readonly #profile: string;
  #isGone = false;
  #disposing: Promise<void> | undefined;

  private constructor(parts: { options: SessionOptions; proxy: GuardProxy; context: BrowserContext; profile: string }) {
    this.timeouts = parts.options.timeouts;
    this.size = parts.options.size;
    this.proxy = parts.proxy;
    this.watch = new PageWatch((url) => this.proxy.troubleOf(url)?.reason);
    this.tabs = new Tabs(parts.context, this.watch);
    this.#context = parts.context;
    this.#profile = parts.profile;
    parts.context.once("close", () => {
      this.#isGone = true;
    });
  }

  static async start(options: SessionOptions): Promise<BrowserSession> {
    const proxy = await startGuardProxy(options);
    const profile = await createProfileFolder();
    try {
      const launch = { ...options, profile, proxyPort: proxy.port, timeoutMs: options.timeouts.launchMs };
      const context = await launchChromium(launch);
      const session = new BrowserSession({ options, proxy, context, profile });
      if (isRoot()) session.watch.notes.add("Chromium runs without its sandbox, because this process runs as root.");
      return session;
    } catch (error) {
      await Promise.all([proxy.dispose(), removeProfileFolder(profile)]);
      throw error;
    }
  }

  /** Chromium ended by itself or was killed. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** The page that is seen, in the window's size: tabs that pages open know nothing of a resize. */
  async page(): Promise<Page> {
    const page = await this.tabs.current();
    const shown = page.viewportSize();
    const isResized = shown?.width !== this.size.width || shown.height !== this.size.height;
    if (isResized && !this.watch.isCrashed(page)) await page.setViewportSize(this.size);
    return page;
  }

  /** May be called twice. */
  async dispose(): Promise<void> {
    this.#disposing ??= this.#dispose();
    return this.#disposing;
  }

  async #dispose(): Promise<void> {
    await this.#context.close().catch(() => undefined);
    await this.#context
      .browser()
      ?.close()
      .catch(() => undefined);
    await this.proxy.dispose();
    await removeProfileFolder(this.#profile);
  }
}
