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
  endOutput,
  endReply,
  foldDeltas,
  foldOnto,
  isContinued,
  type LiveReply,
  silence,
  type TaskNews,
  withNews,
} from "./live-view.ts";

export interface FollowedTask extends Rows {
  readonly phase: "loading" | "ready" | "failed";
  readonly failure: unknown;
  /** The first event that is here; 1 where nothing is missing. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly isLoadingEarlier: boolean;
  /** The server's view of the task, with what came since. */
  readonly view: TaskView | undefined;
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
    view: undefined,
    reply: silence,
  }));
  /** Every event that is here, rewound ones too. */
  #events: TaskEvent[] = [];
  #arrived: TaskEvent[] = [];
  #deltas: LiveDelta[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #stale = new Set<Part>();
  /** The newest view that the server has sent. */
  #sent: TaskView | undefined;
  #endings: (() => void)[] = [];
  #isOver = false;

  constructor(taskId: string) {
    this.taskId = taskId;
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
    clearTimeout(this.#refreshTimer);
    this.#end();
  }

  #end(): void {
    for (const end of this.#endings.splice(0)) end();
  }

  async #begin(): Promise<void> {
    const { taskId } = this;
    this.#end();
    const fresh = { ...taskQuery(taskId), staleTime: 0 };
    try {
      const [page, view] = await Promise.all([
        client.tasks.events({ params: { taskId }, query: { limit: firstPage } }),
        queryClient.fetchQuery(fresh),
      ]);
      if (this.#isOver) return;
      this.#events = page.events;
      this.#takeView(view);
      this.store.setState({
        ...this.#allRows(),
        phase: "ready",
        firstSeq: page.events[0]?.seq ?? 1,
        lastSeq: page.lastSeq,
      });
      // Asked for again after a lost connection and after an undo.
      const observer = new QueryObserver(queryClient, { ...fresh, staleTime: Infinity });
      const unobserve = observer.subscribe(({ data }) => data && this.#takeView(data));
      const unwatch = live().watchTasks((news) => this.#hear(news));
      const unsubscribe = live().subscribe(taskId, {
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
      this.#endings = [unobserve, unwatch, unsubscribe];
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
    this.store.setState({ ...rows, lastSeq, view: state.view && foldOnto(state.view, events), reply });
    for (const { type } of events) for (const part of changedBy[type] ?? []) this.#refreshSoon(part);
    // The first question is fetched by whoever shows it.
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

  /** One that the server has sent; older than what is known here, it is brought up to date. */
  #takeView(view: TaskView): void {
    if (view === this.#sent) return;
    this.#sent = view;
    const folded = foldOnto(view, this.#events);
    this.store.setState({ view: folded });
    if (!isContinued(view, this.#events)) this.#refreshSoon("task");
    if (folded.waitsFor === null) this.#forgetPending();
  }

  #hear(news: TaskNews): void {
    const { view } = this.store.getState();
    if (!view) return;
    const next = withNews(view, news);
    if (next === view) return;
    this.store.setState({ view: next });
    // What its subtasks ask is in none of its own events.
    if ("task" in news && news.task.taskId === this.taskId && next.waitsFor !== null) this.#refreshSoon("pending");
    if (next.waitsFor === null) this.#forgetPending();
  }

  #refreshSoon(part: Part): void {
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

/** What the server is asked for again, by the first word of its query. */
type Part = "task" | "pending" | "checkpoints" | "diff";

/** What events change that they do not hold themselves. */
const changedBy: Partial<Record<TaskEventType, readonly Part[]>> = {
  // In which process it runs only the server knows.
  "run.start": ["task"],
  // It brings back what earlier events said.
  "rewind.added": ["task", "checkpoints", "diff"],
  "snapshot.added": ["checkpoints", "diff"],
  "change.added": ["checkpoints", "diff"],
  "subtask.end": ["checkpoints", "diff"],
  "run.end": ["checkpoints", "diff"],
};

function foldReply(reply: LiveReply, event: TaskEvent): LiveReply {
  if (event.type === "turn.start" || event.type === "turn.end" || event.type === "turn.failed") return endReply(reply);
  if (event.type === "tool.end") return endOutput(reply, event.callId);
  return event.type === "run.end" ? silence : reply;
}
