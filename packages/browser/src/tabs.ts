import type { BrowserContext, Page } from "playwright-core";
import type { PageWatch } from "./page-watch.ts";

const maxTabs = 5;

/** The pages of one window; the newest is the current one. */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #watch: PageWatch;
  #pages: Page[] = [];
  /** We are opening a tab ourselves. */
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
    // Not awaited: a page that hangs does not close either.
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
