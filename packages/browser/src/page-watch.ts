import type { ConsoleMessage, Dialog, Page, Request, Response } from "playwright-core";
import { MessageList } from "./page-text.ts";

interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string;
}

/** Collects errors of pages, and what they do on their own: dialogs, downloads, uploads. */
export class PageWatch {
  readonly problems = new MessageList({ count: 30, length: 300 });
  readonly notes = new MessageList({ count: 10, length: 300 });
  /** Dialogs are dismissed until the model says otherwise: nothing is confirmed unseen. */
  dialogAnswer: DialogAnswer = { accept: false };
  readonly #explain: (url: URL) => string | undefined;
  readonly #crashed = new WeakSet<Page>();
  readonly #pending = new Map<Page, Set<Request>>();

  /** `explain` returns why a request to an address failed, if known. */
  constructor(explain: (url: URL) => string | undefined) {
    this.#explain = explain;
  }

  attach(page: Page): void {
    const pending = new Set<Request>();
    this.#pending.set(page, pending);
    page.on("console", (message) => this.#onConsole(message));
    page.on("pageerror", (error) => this.problems.add(`uncaught ${error.name}: ${error.message}`));
    page.on("request", (request) => isWaitedFor(request) && pending.add(request));
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => {
      pending.delete(request);
      this.#onFailure(request);
    });
    page.on("response", (response) => this.#onResponse(response));
    page.on("dialog", (dialog) => void this.#onDialog(dialog));
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

  #onConsole(message: ConsoleMessage): void {
    // The response or failed request is reported separately.
    if (message.text().startsWith("Failed to load resource:")) return;
    const { url, line } = message.location();
    const location = url === "" ? "" : ` (${url}:${line + 1})`;
    this.problems.add(`console.${message.type()}: ${message.text().slice(0, 1000)}${location}`);
  }

  #onResponse(response: Response): void {
    if (response.status() < 400) return;
    const explanation = this.#explanationOf(response.url());
    this.problems.add(`${response.status()} ${response.request().method()} ${response.url()}${explanation}`);
  }

  #onFailure(request: Request): void {
    const reason = request.failure()?.errorText ?? "failed";
    if (reason === "net::ERR_ABORTED") return;
    this.problems.add(`${reason} ${request.method()} ${request.url()}${this.#explanationOf(request.url())}`);
  }

  #explanationOf(address: string): string {
    const url = URL.parse(address);
    const reason = url ? this.#explain(url) : undefined;
    return reason === undefined ? "" : `: ${reason}`;
  }

  async #onDialog(dialog: Dialog): Promise<void> {
    const isQuestion = dialog.type() === "confirm" || dialog.type() === "prompt";
    const { accept, text } = isQuestion ? this.dialogAnswer : { accept: true };
    this.notes.add(
      `The page showed ${dialog.type()} "${dialog.message().slice(0, 500)}"; it was ${accept ? "accepted" : "dismissed"}.`,
    );
    await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined);
  }
}

/** Event streams never end, and images may load later. */
function isWaitedFor(request: Request): boolean {
  return ["fetch", "xhr", "document", "script"].includes(request.resourceType());
}
