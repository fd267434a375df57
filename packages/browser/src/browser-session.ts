import type { BrowserContext, Page } from "playwright-core";
import { createProfileFolder, isRoot, launchChromium, removeProfileFolder } from "./launch-chromium.ts";
import { type GuardProxy, startGuardProxy } from "./network/guard-proxy.ts";
import type { Network } from "./network/network.ts";
import type { NetworkPolicy } from "./network/network-policy.ts";
import { PageWatch } from "./page-watch.ts";
import type { WindowSize } from "./parse-input.ts";

const maxTabs = 5;

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
  /** For one click or one snapshot. */
  readonly actionMs: number;
}

/** A running Chromium with its proxy and its profile: the three start and end together. */
export class BrowserSession {
  readonly timeouts: Timeouts;
  readonly proxy: GuardProxy;
  readonly watch: PageWatch;
  readonly tabs: Tabs;
  /** How the model last viewed the page. */
  viewKind: "snapshot" | "screenshot" = "snapshot";
  size: WindowSize;
  readonly #context: BrowserContext;
  readonly #profile: string;
  #isGone = false;
  #disposing: Promise<void> | undefined;

  private constructor(parts: { options: SessionOptions; proxy: GuardProxy; context: BrowserContext; profile: string }) {
    this.timeouts = parts.options.timeouts;
    this.size = parts.options.size;
    this.proxy = parts.proxy;
    this.watch = new PageWatch((url) => this.proxy.failureFor(url)?.reason);
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

  /** Chromium exited or was killed. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** The current page, in the window's size: a tab opened by a page ignores an earlier resize. */
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

/** The pages of one window; the newest is the current one. */
class Tabs {
  readonly #context: BrowserContext;
  readonly #watch: PageWatch;
  #pages: Page[] = [];
  /** Set while we open a tab ourselves. */
  #isOpening = false;

  constructor(context: BrowserContext, watch: PageWatch) {
    this.#context = context;
    this.#watch = watch;
    for (const page of context.pages()) this.#add(page);
    context.on("page", (page) => this.#follow(page));
  }

  /** Opens a page when none is left. */
  async current(): Promise<Page> {
    const page = this.#pages.at(-1);
    if (page && !page.isClosed()) return page;
    return this.open();
  }

  async open(): Promise<Page> {
    this.#isOpening = true;
    try {
      const page = await this.#context.newPage();
      this.#add(page);
      return page;
    } finally {
      this.#isOpening = false;
    }
  }

  async replaceCrashed(): Promise<Page> {
    const page = await this.current();
    if (!this.#watch.isCrashed(page)) return page;
    const next = await this.open();
    // Not awaited: a hanging page does not close either.
    void page.close().catch(() => undefined);
    return next;
  }

  /** Returns false when it is the only tab. */
  async closeCurrent(): Promise<boolean> {
    if (this.#pages.length < 2) return false;
    await this.#pages.at(-1)?.close();
    return true;
  }

  #follow(page: Page): void {
    if (this.#pages.includes(page)) return;
    if (this.#isOpening) return this.#add(page);
    if (this.#pages.length >= maxTabs) {
      this.#watch.notes.add(`The page opened more than ${maxTabs} tabs; the newest was closed.`);
      void page.close().catch(() => undefined);
      return;
    }
    this.#add(page);
    if (this.#pages.length > 1) this.#watch.notes.add("The page opened a new tab, which is now shown; back closes it.");
  }

  #add(page: Page): void {
    if (this.#pages.includes(page)) return;
    this.#pages.push(page);
    this.#watch.attach(page);
    page.once("close", () => {
      const wasCurrent = this.#pages.at(-1) === page;
      this.#pages = this.#pages.filter((other) => other !== page);
      if (wasCurrent && this.#pages.length > 0)
        this.#watch.notes.add("The tab was closed; the previous one is now shown.");
    });
  }
}
