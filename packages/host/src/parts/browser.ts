import type { Browser, BrowserAction, BrowserView } from "@roo-code/types";
import { once } from "../once.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

type Context = Pick<PartContext, "environment" | "configuration" | "hasBrowser">;

/** A browser, if the settings name one or this machine has one; started with the first action. */
export async function browserPart(context: Context): Promise<TaskPart | undefined> {
  const { environment, configuration, hasBrowser } = context;
  const { browser: executable, browserNetwork: reach } = configuration.settings;
  if (executable === undefined && !(await hasBrowser())) return undefined;
  let opened: { dispose(): Promise<void> } | undefined;
  const open = once(async () => {
    const { createBrowser } = await import("@roo-code/browser");
    const browser = createBrowser({ environment, executable, reach });
    opened = browser;
    return browser;
  });
  const browser = new SharedBrowser(open);
  return { name: "browser", browser, ports: { browser }, dispose: async () => opened?.dispose() };
}

/** The task's browser, which the user may also use: the model is told with its next view. */
export class SharedBrowser implements Browser {
  readonly #open: () => Promise<Browser>;
  #notes: readonly string[] = [];
  #problems: readonly string[] = [];

  constructor(open: () => Promise<Browser>) {
    this.#open = open;
  }

  async perform(action: BrowserAction, signal: AbortSignal): Promise<BrowserView> {
    const view = await (await this.#open()).perform(action, signal);
    const withNotes = {
      ...view,
      notes: [...this.#notes, ...view.notes],
      problems: [...this.#problems, ...view.problems],
    };
    this.#notes = [];
    this.#problems = [];
    return withNotes;
  }

  /** Notes and problems are also kept for the model. */
  async performForUser(action: BrowserAction, signal: AbortSignal): Promise<BrowserView> {
    const view = await (await this.#open()).perform(action, signal);
    this.#notes = [...this.#notes, `The user did this: ${describeAction(action)}`, ...view.notes].slice(-maxKept);
    this.#problems = [...this.#problems, ...view.problems].slice(-maxKept);
    return view;
  }
}

const maxKept = 50;

/** Without typed text, which may be a password. */
function describeAction(action: BrowserAction): string {
  if ("url" in action) return `${action.action} ${action.url}`.slice(0, 500);
  if ("key" in action) return `press ${action.key}`.slice(0, 100);
  const target = "element" in action ? action.element : "coordinate" in action ? action.coordinate : undefined;
  return target === undefined ? action.action : `${action.action} at ${target}`.slice(0, 200);
}
