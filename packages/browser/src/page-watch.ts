import type { ConsoleMessage, Dialog, Page, Request, Response } from "playwright-core";
import { visibleLine } from "./visible-text.ts";

interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string;
}

/** Collects what goes wrong in pages, and what they do unasked: dialogs, downloads, uploads. */
export class PageWatch {
  readonly problems = new MessageList({ count: 30, length: 300 });
  readonly notes = new MessageList({ count: 10, length: 300 });
  /** Dialogs are dismissed until the model says otherwise: nothing is confirmed unseen. */
  dialogAnswer: DialogAnswer = { accept: false };
  readonly #explain: (url: URL) => string | undefined;
  readonly #crashed = new WeakSet<Page>();
  readonly #pending = new Map<Page, Set<Request>>();

  /** `explain`: why a request to an address failed, where that is known. */
  constructor(explain: (url: URL) => string | undefined) {
    this.#explain = explain;
  }

  attach(page: Page): void {
    const pending = new Set<Request>();
    this.#pending.set(page, pending);
    page.on("console", (message) => this.#hear(message));
    page.on("pageerror", (error) => this.problems.add(`uncaught ${error.name}: ${error.message}`));
    page.on("request", (request) => isWaitedFor(request) && pending.add(request));
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => {
      pending.delete(request);
      this.#fail(request);
    });
    page.on("response", (response) => this.#answer(response));
    page.on("dialog", (dialog) => void this.#reply(dialog));
    page.on("download", (download) => {
      this.notes.add(`A download was refused: ${download.suggestedFilename()} from ${download.url()}`);
      void download.cancel().catch(() => undefined);
    });
    page.on("filechooser", () => this.notes.add("The page asked for a file to upload; none was given."));
    page.on("crash", () => this.#crashed.add(page));
    page.on("close", () => this.#pending.delete(page));
  }

  /** The page no longer responds: treated as crashed. */
  giveUp(page: Page): void {
    this.#crashed.add(page);
  }

  isCrashed(page: Page): boolean {
    return this.#crashed.has(page);
  }

  /** The page waits for data. */
  isBusy(page: Page): boolean {
    return (this.#pending.get(page)?.size ?? 0) > 0;
  }

  #hear(message: ConsoleMessage): void {
    // The response or the failed request is reported itself.
    if (message.text().startsWith("Failed to load resource:")) return;
    const { url, line } = message.location();
    const place = url === "" ? "" : ` (${url}:${line + 1})`;
    this.problems.add(`console.${message.type()}: ${message.text().slice(0, 1000)}${place}`);
  }

  #answer(response: Response): void {
    if (response.status() < 400) return;
    const explanation = this.#explanationOf(response.url());
    this.problems.add(`${response.status()} ${response.request().method()} ${response.url()}${explanation}`);
  }

  #fail(request: Request): void {
    const reason = request.failure()?.errorText ?? "failed";
    if (reason === "net::ERR_ABORTED") return;
    this.problems.add(`${reason} ${request.method()} ${request.url()}${this.#explanationOf(request.url())}`);
  }

  #explanationOf(address: string): string {
    const url = URL.parse(address);
    const reason = url ? this.#explain(url) : undefined;
    return reason === undefined ? "" : `: ${reason}`;
  }

  async #reply(dialog: Dialog): Promise<void> {
    const isQuestion = dialog.type() === "confirm" || dialog.type() === "prompt";
    const { accept, text } = isQuestion ? this.dialogAnswer : { accept: true };
    this.notes.add(
      `The page showed ${dialog.type()} "${dialog.message().slice(0, 500)}"; it was ${accept ? "accepted" : "dismissed"}.`,
    );
    await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined);
  }
}

/** Event streams never end, and images can come later. */
function isWaitedFor(request: Request): boolean {
  return ["fetch", "xhr", "document", "script"].includes(request.resourceType());
}

/** Messages for the next view: in order, repeated ones once with their count, bounded. */
export class MessageList {
  readonly #counts = new Map<string, number>();
  readonly #limits: { readonly count: number; readonly length: number };
  #omitted = 0;

  constructor(limits: { readonly count: number; readonly length: number }) {
    this.#limits = limits;
  }

  add(text: string): void {
    const line = visibleLine(text, this.#limits.length);
    const count = this.#counts.get(line);
    if (count === undefined && this.#counts.size >= this.#limits.count) this.#omitted += 1;
    else this.#counts.set(line, (count ?? 0) + 1);
  }

  /** Empties the list. */
  take(): string[] {
    const lines = [...this.#counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
    if (this.#omitted > 0) lines.push(`… and ${this.#omitted} more`);
    this.#counts.clear();
    this.#omitted = 0;
    return lines;
  }
}
