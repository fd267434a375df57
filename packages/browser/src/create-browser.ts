import {
  type Browser,
  type BrowserAction,
  type BrowserNetwork,
  type BrowserView,
  SerialQueue,
  ToolFailure,
} from "@roo-code/types";
import type { BrowserSession, SessionOptions, Timeouts } from "./browser-session.ts";
import { findBrowser, namedBrowser } from "./find-browser.ts";
import type { Network } from "./network/network.ts";

export interface BrowserOptions {
  /** From the settings; searched for when absent. */
  readonly executable?: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What pages may reach; `local` when absent. */
  readonly reach?: BrowserNetwork;
  readonly timeouts?: Partial<Timeouts>;
  /** Resolves names and opens connections; the system's when absent. */
  readonly network?: Network;
}

/** Costs nothing until the first action. `dispose` ends Chromium and removes its profile; it may be called twice. */
export function createBrowser(options: BrowserOptions): Browser & { dispose(): Promise<void> } {
  return new ChromiumBrowser(options);
}

const defaultTimeouts: Timeouts = { launchMs: 30_000, navigationMs: 30_000, actionMs: 7000 };

class ChromiumBrowser implements Browser {
  readonly #options: BrowserOptions;
  #session: BrowserSession | undefined;
  readonly #queue = new SerialQueue();
  readonly #ending = new AbortController();

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  async perform(action: BrowserAction, signal: AbortSignal): Promise<BrowserView> {
    const ended = AbortSignal.any([signal, this.#ending.signal]);
    return this.#queue.run(() => this.#perform(action, ended));
  }

  async dispose(): Promise<void> {
    this.#ending.abort(new ToolFailure("browser_closed", "The browser is closed: the task has ended."));
    await this.#queue.idle();
    await this.#close();
  }

  async #perform(action: BrowserAction, signal: AbortSignal): Promise<BrowserView> {
    signal.throwIfAborted();
    if (action.action === "close") return this.#closeAndReport();
    const { runAction } = await import("./run-action.ts");
    const session = await this.#open(action, signal);
    return runAction(session, action, signal);
  }

  async #closeAndReport(): Promise<BrowserView> {
    const wasOpen = this.#session !== undefined;
    const problems = this.#session?.watch.problems.take() ?? [];
    await this.#close();
    const note = wasOpen ? "The browser is closed." : "The browser was not open.";
    return { url: "", title: "", size: "", notes: [note], problems };
  }

  async #open(action: BrowserAction, signal: AbortSignal): Promise<BrowserSession> {
    const hadSession = this.#session !== undefined;
    if (this.#session?.isGone) await this.#close();
    if (this.#session) return this.#session;
    if (action.action !== "launch" && action.action !== "navigate") {
      if (hadSession) throw (await import("./run-action.ts")).browserGone();
      throw new ToolFailure("not_open", "The browser is not open. Use launch with a url first.");
    }
    const { admitUrl } = await import("./parse-input.ts");
    admitUrl(action.url);
    this.#session = await this.#start(signal);
    return this.#session;
  }

  /** A browser that starts after the call was aborted is closed again. */
  async #start(signal: AbortSignal): Promise<BrowserSession> {
    const { BrowserSession } = await import("./browser-session.ts");
    const { withDeadline } = await import("./failure.ts");
    const settings = await this.#settings();
    const starting = BrowserSession.start(settings);
    try {
      return await withDeadline(starting, { timeoutMs: settings.timeouts.launchMs + 5000, signal });
    } catch (error) {
      await starting.then((session) => session.dispose()).catch(() => undefined);
      throw error;
    }
  }

  async #settings(): Promise<SessionOptions> {
    const { environment, reach = "local", network, timeouts } = this.#options;
    const [{ policyOf }, { systemNetwork }, { defaultSize }] = await Promise.all([
      import("./network/network-policy.ts"),
      import("./network/network.ts"),
      import("./parse-input.ts"),
    ]);
    return {
      executable: this.#executable(),
      environment,
      size: defaultSize,
      policy: policyOf(reach),
      network: network ?? systemNetwork,
      timeouts: { ...defaultTimeouts, ...timeouts },
    };
  }

  #executable(): string {
    const { environment, executable } = this.#options;
    const search = { configured: executable };
    const found = findBrowser(environment, search);
    if (found !== undefined) return found;
    const named = namedBrowser(environment, search);
    const problem = named === undefined ? "There is no Chromium on this machine." : `There is no browser at ${named}.`;
    throw new ToolFailure(
      "no_browser",
      `${problem} The user can install Chromium, Google Chrome or Microsoft Edge (for example \`apt install chromium\` or \`npx playwright install chromium\`), or name one with ROO_BROWSER. Continue without the browser.`,
    );
  }

  async #close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.dispose();
  }
}
