import { effectiveEvents, isAsked, type LiveDelta, type TaskEvent, type TaskEventType } from "@roo-code/types";
import type { TaskView } from "@roo-code/types/api";
import { QueryObserver } from "@tanstack/react-query";
import { createStore, type StoreApi } from "zustand";
import { client } from "../client.ts";
import { live } from "../live.ts";
import { queryClient, queryKeys } from "../query-client.ts";
import { taskQuery } from "../task-queries.ts";
import { foldRows, noRows, type Rows } from "./fold-rows.ts";
import {
  applyUpdate,
  emptyReply,
  endOutput,
  endReply,
  foldDeltas,
  foldEvents,
  isContinued,
  type LiveReply,
  type TaskUpdate,
} from "./live-view.ts";

export interface FollowedTask extends Rows {
  readonly phase: "loading" | "ready" | "failed";
  readonly failure: unknown;
  /** The first loaded event; 1 if all are loaded. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly isLoadingEarlier: boolean;
  /** The server's view of the task with all later events folded onto it. */
  readonly view: TaskView | undefined;
  readonly reply: LiveReply;
}

const firstPage = 300;
const laterPage = 1000;
/** Frequent enough to read along, rare enough to keep typing responsive. */
const flushMs = 50;

/** Follows one task: loads its newest events, older ones on request, then receives new events and live deltas. */
export class TaskFollower {
  readonly taskId: string;
  readonly store: StoreApi<FollowedTask> = createStore(() => ({
    ...noRows,
    phase: "loading",
    failure: undefined,
    firstSeq: 0,
    lastSeq: 0,
    isLoadingEarlier: false,
    view: undefined,
    reply: emptyReply,
  }));
  /** All loaded events, including rewound ones. */
  #events: TaskEvent[] = [];
  #arrived: TaskEvent[] = [];
  #deltas: LiveDelta[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #stale = new Set<QueryName>();
  /** The newest view sent by the server. */
  #serverView: TaskView | undefined;
  #cleanups: (() => void)[] = [];
  #isDisposed = false;

  constructor(taskId: string) {
    this.taskId = taskId;
    void this.#start();
  }

  get events(): readonly TaskEvent[] {
    return this.#events;
  }

  /** Loads one more page of older events, if there is one. */
  async loadEarlier(): Promise<void> {
    const { firstSeq, isLoadingEarlier, phase } = this.store.getState();
    if (firstSeq <= 1 || isLoadingEarlier || phase !== "ready") return;
    this.store.setState({ isLoadingEarlier: true });
    const query = { beforeSeq: firstSeq, limit: laterPage };
    const page = await client.tasks.events({ params: { taskId: this.taskId }, query }).catch(() => undefined);
    if (this.#isDisposed) return;
    if (!page) return this.store.setState({ isLoadingEarlier: false });
    this.#flush();
    this.#events = [...page.events, ...this.#events];
    this.store.setState({ ...this.#allRows(), firstSeq: page.events[0]?.seq ?? 1, isLoadingEarlier: false });
  }

  async loadUntil(seq: number): Promise<void> {
    while (!this.#isDisposed && this.store.getState().firstSeq > seq) {
      const before = this.store.getState().firstSeq;
      await this.loadEarlier();
      if (this.store.getState().firstSeq === before) return;
    }
  }

  retry(): void {
    this.store.setState({ phase: "loading", failure: undefined });
    void this.#start();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#refreshTimer);
    this.#unsubscribe();
  }

  #unsubscribe(): void {
    for (const cleanUp of this.#cleanups.splice(0)) cleanUp();
  }

  async #start(): Promise<void> {
    const { taskId } = this;
    this.#unsubscribe();
    const fresh = { ...taskQuery(taskId), staleTime: 0 };
    try {
      const [page, view] = await Promise.all([
        client.tasks.events({ params: { taskId }, query: { limit: firstPage } }),
        queryClient.fetchQuery(fresh),
      ]);
      if (this.#isDisposed) return;
      this.#events = page.events;
      this.#setView(view);
      this.store.setState({
        ...this.#allRows(),
        phase: "ready",
        firstSeq: page.events[0]?.seq ?? 1,
        lastSeq: page.lastSeq,
      });
      // The query is refetched after a lost connection and after an undo.
      const observer = new QueryObserver(queryClient, { ...fresh, staleTime: Infinity });
      const unobserve = observer.subscribe(({ data }) => data && this.#setView(data));
      const unwatch = live().watchTasks((update) => this.#applyUpdate(update));
      const unsubscribe = live().subscribe(taskId, {
        afterSeq: page.lastSeq,
        onEvent: (event) => {
          this.#arrived.push(event);
          this.#flushSoon();
        },
        onDelta: (delta) => {
          // Deltas come after the events received before them.
          if (this.#arrived.length > 0) this.#flush();
          this.#deltas.push(delta);
          this.#flushSoon();
        },
        onCaughtUp: () => {
          this.#flush();
          this.store.setState({ reply: emptyReply });
        },
        onFailure: (failure) => this.#fail(failure),
      });
      this.#cleanups = [unobserve, unwatch, unsubscribe];
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(failure: unknown): void {
    if (!this.#isDisposed) this.store.setState({ phase: "failed", failure });
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
    this.store.setState({ ...rows, lastSeq, view: state.view && foldEvents(state.view, events), reply });
    for (const { type } of events) for (const part of staleAfter[type] ?? []) this.#refreshSoon(part);
    // The first question is fetched by the component that shows it.
    if (state.view?.waitsFor && events.some(isAsked)) this.#refreshSoon("pending");
    if (this.store.getState().view?.waitsFor === null) this.#forgetPending();
  }

  #allRows(): Rows {
    const last = this.#events.findLast(({ type }) => type === "rewind.added");
    if (!last) return foldRows(this.#events);
    const index = this.#events.indexOf(last);
    const kept = effectiveEvents(this.#events.slice(0, index + 1));
    return foldRows([...kept, last, ...this.#events.slice(index + 1)]);
  }

  /** Brings a view sent by the server up to date with the loaded events. */
  #setView(view: TaskView): void {
    if (view === this.#serverView) return;
    this.#serverView = view;
    const folded = foldEvents(view, this.#events);
    this.store.setState({ view: folded });
    if (!isContinued(view, this.#events)) this.#refreshSoon("task");
    if (folded.waitsFor === null) this.#forgetPending();
  }

  #applyUpdate(update: TaskUpdate): void {
    const { view } = this.store.getState();
    if (!view) return;
    const next = applyUpdate(view, update);
    if (next === view) return;
    this.store.setState({ view: next });
    // Questions of subtasks are not among the events of this task.
    if ("task" in update && update.task.taskId === this.taskId && next.waitsFor !== null) this.#refreshSoon("pending");
    if (next.waitsFor === null) this.#forgetPending();
  }

  #refreshSoon(part: QueryName): void {
    this.#stale.add(part);
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined;
      for (const stale of this.#stale) void queryClient.invalidateQueries({ queryKey: [stale, this.taskId] });
      this.#stale.clear();
    }, refreshMs);
  }

  #forgetPending(): void {
    queryClient.removeQueries({ queryKey: queryKeys.pending(this.taskId) });
  }
}

const refreshMs = 150;

/** The first part of the key of a query that is refetched. */
type QueryName = "task" | "pending" | "checkpoints" | "diff";

/** Queries whose results change with an event but are not part of it. */
const staleAfter: Partial<Record<TaskEventType, readonly QueryName[]>> = {
  // Only the server knows which process runs the task.
  "run.start": ["task"],
  // Restores the state of earlier events.
  "rewind.added": ["task", "checkpoints", "diff"],
  "snapshot.added": ["checkpoints", "diff"],
  "change.added": ["checkpoints", "diff"],
  "subtask.end": ["checkpoints", "diff"],
  "run.end": ["checkpoints", "diff"],
};

function foldReply(reply: LiveReply, event: TaskEvent): LiveReply {
  if (event.type === "turn.start" || event.type === "turn.end" || event.type === "turn.failed") return endReply(reply);
  if (event.type === "tool.end") return endOutput(reply, event.callId);
  return event.type === "run.end" ? emptyReply : reply;
}
