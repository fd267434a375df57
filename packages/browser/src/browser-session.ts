import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { isRoot, launchChromium } from "./launch-chromium.ts";
import { type GuardProxy, startGuardProxy } from "./network/guard-proxy.ts";
import type { Network } from "./network/network.ts";
import type { NetworkPolicy } from "./network/network-policy.ts";
import { PageWatch } from "./page-watch.ts";
import type { WindowSize } from "./parse-input.ts";
import { Tabs } from "./tabs.ts";

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

  /** Chromium ended by itself or was killed. */
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

/** A new, empty profile. Profiles left behind by killed processes are removed. */
async function createProfileFolder(): Promise<string> {
  await removeOrphans();
  return mkdtemp(join(tmpdir(), `roo-browser-${process.pid}-`));
}

/** Windows and slow disks hold files a moment longer than the browser lives. */
async function removeProfileFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
}

async function removeOrphans(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const orphans = names.filter((name) => {
    const owner = /^roo-browser-(\d+)-/.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  });
  await Promise.all(orphans.map((name) => removeProfileFolder(join(tmpdir(), name))));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
