import type { ApprovalRule, CallTranslator, LiveDelta, Mode, TaskEvent, ToolEntry, ToolPorts } from "@roo-code/types";
import { closeSafely, warnNotClosed } from "../session/close-safely.ts";
import type { PartContext, PartFactory, TaskPart } from "./task-part.ts";

/** The combined parts of a task. */
export class TaskParts {
  readonly #parts: readonly TaskPart[];
  #rules: { readonly lists: readonly (readonly ApprovalRule[])[]; readonly joined: readonly ApprovalRule[] } = {
    lists: [],
    joined: [],
  };

  constructor(parts: readonly TaskPart[]) {
    this.#parts = parts;
  }

  /** Creates all parts in parallel. If one fails, the others are disposed before it throws. */
  static async create(factories: readonly PartFactory[], context: PartContext): Promise<TaskParts> {
    const results = await Promise.allSettled(factories.map(async (createPart) => createPart(context)));
    const parts = new TaskParts(
      results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : [])),
    );
    const failure = results.find((result) => result.status === "rejected");
    if (!failure) return parts;
    await parts.dispose();
    throw failure.reason;
  }

  get hooks() {
    return this.#first("hooks");
  }

  get snapshots() {
    return this.#first("snapshots");
  }

  get subtasks() {
    return this.#first("subtasks");
  }

  get browser() {
    return this.#first("browser");
  }

  get completionReminder() {
    return this.#first("completionReminder");
  }

  get tools(): readonly ToolEntry[] {
    return this.#parts.flatMap(({ tools = [] }) => tools);
  }

  get notices() {
    return this.#parts.flatMap(({ notices = [] }) => notices);
  }

  ports(base: ToolPorts): ToolPorts {
    return this.#parts.reduce((all, { ports }) => ({ ...all, ...ports }), base);
  }

  /** The user's rules and those of the parts. The same array until one of them changes, because compiled rules are cached by it. */
  rules(own: readonly ApprovalRule[]): readonly ApprovalRule[] {
    const lists = [own, ...this.#parts.flatMap(({ rules }) => (rules ? [rules] : []))];
    const isSame =
      lists.length === this.#rules.lists.length && lists.every((list, at) => list === this.#rules.lists[at]);
    if (!isSame) this.#rules = { lists, joined: lists.flat() };
    return this.#rules.joined;
  }

  guide(mode: Mode): readonly string[] {
    return this.#parts.map((part) => part.guide?.(mode) ?? "");
  }

  translator(base: CallTranslator): CallTranslator {
    return this.#parts.reduce((next, part) => part.translator?.(next) ?? next, base);
  }

  observe(item: TaskEvent | LiveDelta): void {
    for (const part of this.#parts) part.observe?.(item);
  }

  news(): string | undefined {
    const news = this.#parts.flatMap((part) => part.news?.() ?? []);
    return news.length > 0 ? news.join("\n\n") : undefined;
  }

  /** In reverse order. Never rejects. */
  async dispose(): Promise<void> {
    for (const part of this.#parts.toReversed()) await closeSafely(part.name, () => part.dispose?.());
  }

  /** Never throws. */
  disposeNow(): void {
    for (const part of this.#parts.toReversed()) {
      try {
        part.disposeNow?.();
      } catch (error) {
        warnNotClosed(part.name, error);
      }
    }
  }

  /** Never rejects. */
  async afterRun(): Promise<void> {
    for (const part of this.#parts.toReversed()) await closeSafely(part.name, () => part.afterRun?.());
  }

  #first<Key extends "hooks" | "snapshots" | "subtasks" | "browser" | "completionReminder">(key: Key): TaskPart[Key] {
    return this.#parts.find((part) => part[key])?.[key];
  }
}
