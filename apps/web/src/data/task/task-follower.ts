import { effectiveEvents, type LiveDelta, type TaskEvent } from "@roo-code/types";
import { createStore, type StoreApi } from "zustand";
import { client } from "../client.ts";
import { live } from "../live.ts";
import { queryClient } from "../query-client.ts";
import { queryKeys } from "../query-keys.ts";
import { foldRows, noRows, type Rows } from "./fold-rows.ts";
import { endOutput, endReply, foldDeltas, type LiveReply, silence } from "./live-reply.ts";
import { foldFacts, noFacts, type TaskFacts } from "./task-facts.ts";

export interface FollowedTask extends Rows {
  readonly phase: "loading" | "ready" | "failed";
  readonly failure: unknown;
  /** The first event that is here; 1 where nothing is missing. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly isLoadingEarlier: boolean;
  readonly facts: TaskFacts;
  readonly reply: LiveReply;
}

const firstPage = 300;
const laterPage = 1000;
/** Often enough to read along, seldom enough to leave the keyboard its time. */
const flushMs = 50;

/** Follows one task: its newest events first, older ones when asked, new ones as they come, deltas between them. */
export class TaskFollower {
  readonly taskId: string;
  readonly store: StoreApi<FollowedTask> = createStore(() => ({
    ...noRows,
    phase: "loading",
    failure: undefined,
    firstSeq: 0,
    lastSeq: 0,
    isLoadingEarlier: false,
    facts: noFacts,
    reply: silence,
  }));
  /** Every event that is here, rewound ones too. */
  #events: TaskEvent[] = [];
  #arrived: TaskEvent[] = [];
  #deltas: LiveDelta[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #viewTimer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #unwatch: () => void;
  #waitsFor: string | null = null;
  #isOver = false;

  constructor(taskId: string) {
    this.taskId = taskId;
    // What those ask that work for it is in none of its own events.
    this.#unwatch = live().watchTasks((news) => {
      if (!("task" in news) || news.task.taskId !== taskId) return;
      const { waitsFor } = news.task;
      if (waitsFor !== null || this.#waitsFor !== null) this.#refreshView();
      this.#waitsFor = waitsFor;
    });
    void this.#begin();
  }

  get events(): readonly TaskEvent[] {
    return this.#events;
  }

  /** One page more of what was before; nothing where there is none. */
  async loadEarlier(): Promise<void> {
    const { firstSeq, isLoadingEarlier, phase } = this.store.getState();
    if (firstSeq <= 1 || isLoadingEarlier || phase !== "ready") return;
    this.store.setState({ isLoadingEarlier: true });
    const query = { beforeSeq: firstSeq, limit: laterPage };
    const page = await client.tasks.events({ params: { taskId: this.taskId }, query }).catch(() => undefined);
    if (this.#isOver) return;
    if (!page) return this.store.setState({ isLoadingEarlier: false });
    this.#flush();
    this.#events = [...page.events, ...this.#events];
    this.store.setState({ ...this.#allRows(), firstSeq: page.events[0]?.seq ?? 1, isLoadingEarlier: false });
  }

  async loadUntil(seq: number): Promise<void> {
    while (!this.#isOver && this.store.getState().firstSeq > seq) {
      const before = this.store.getState().firstSeq;
      await this.loadEarlier();
      if (this.store.getState().firstSeq === before) return;
    }
  }

  retry(): void {
    this.store.setState({ phase: "loading", failure: undefined });
    void this.#begin();
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#viewTimer);
    this.#unsubscribe?.();
    this.#unwatch();
  }

  async #begin(): Promise<void> {
    try {
      const page = await client.tasks.events({ params: { taskId: this.taskId }, query: { limit: firstPage } });
      if (this.#isOver) return;
      this.#events = page.events;
      this.store.setState({
        ...this.#allRows(),
        phase: "ready",
        firstSeq: page.events[0]?.seq ?? 1,
        lastSeq: page.lastSeq,
        facts: page.events.reduce(foldFacts, noFacts),
      });
      this.#unsubscribe = live().subscribe(this.taskId, {
        afterSeq: page.lastSeq,
        onEvent: (event) => {
          this.#arrived.push(event);
          this.#flushSoon();
        },
        onDelta: (delta) => {
          // What belongs behind an event that is not folded yet waits with it.
          if (this.#arrived.length > 0) this.#flush();
          this.#deltas.push(delta);
          this.#flushSoon();
        },
        onCaughtUp: () => {
          this.#flush();
          this.store.setState({ reply: silence });
        },
        onFailure: (failure) => this.#fail(failure),
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(failure: unknown): void {
    if (!this.#isOver) this.store.setState({ phase: "failed", failure });
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), flushMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const deltas = this.#deltas.splice(0);
    const events = this.#arrived.splice(0);
    const state = this.store.getState();
    let reply = deltas.length > 0 ? foldDeltas(state.reply, deltas) : state.reply;
    if (events.length === 0) {
      if (deltas.length > 0) this.store.setState({ reply });
      return;
    }
    for (const event of events) reply = foldReply(reply, event);
    this.#events.push(...events);
    const hasRewind = events.some(({ type }) => type === "rewind.added");
    const rows = hasRewind ? this.#allRows() : foldRows(events, state);
    const lastSeq = events.at(-1)?.seq ?? state.lastSeq;
    this.store.setState({ ...rows, lastSeq, facts: events.reduce(foldFacts, state.facts), reply });
    if (events.some(({ type }) => changesView.has(type))) this.#refreshView();
  }

  #allRows(): Rows {
    const last = this.#events.findLast(({ type }) => type === "rewind.added");
    if (!last) return foldRows(this.#events);
    const index = this.#events.indexOf(last);
    const kept = effectiveEvents(this.#events.slice(0, index + 1));
    return foldRows([...kept, last, ...this.#events.slice(index + 1)]);
  }

  /** The server's own view of the task, for what no single event says: prices, rules, subtasks. */
  #refreshView(): void {
    this.#viewTimer ??= setTimeout(() => {
      this.#viewTimer = undefined;
      void queryClient.invalidateQueries({ queryKey: queryKeys.task(this.taskId) });
      void queryClient.invalidateQueries({ queryKey: ["checkpoints", this.taskId] });
      void queryClient.invalidateQueries({ queryKey: ["diff", this.taskId] });
    }, viewMs);
  }
}

const viewMs = 150;

const changesView: ReadonlySet<TaskEvent["type"]> = new Set([
  "run.start",
  "run.end",
  "turn.end",
  "tool.end",
  "approval.requested",
  "approval.end",
  "question.requested",
  "question.end",
  "subtask.start",
  "subtask.end",
  "rewind.added",
  "summary.added",
  "mode.start",
]);

function foldReply(reply: LiveReply, event: TaskEvent): LiveReply {
  if (event.type === "turn.start" || event.type === "turn.end" || event.type === "turn.failed") return endReply(reply);
  if (event.type === "tool.end") return endOutput(reply, event.callId);
  return event.type === "run.end" ? silence : reply;
}
