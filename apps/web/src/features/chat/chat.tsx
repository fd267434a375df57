import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { ChatRow } from "../../data/task/chat-row.ts";
import { useFollowed, useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/states.tsx";
import { WaitingRow } from "../outbox/waiting-messages.tsx";
import { CallRowView } from "./calls/call-row.tsx";
import { LiveRow } from "./live-row.tsx";
import { MessageRowView } from "./message-row.tsx";
import { NoticeRowView } from "./notice-row.tsx";
import { InterruptedRow, OutcomeRowView } from "./outcome-row.tsx";
import { ReplyRowView } from "./reply-row.tsx";

const nearEnd = 64;
const nearBeginning = 600;

/** The conversation. Only visible rows are rendered; it follows the end until the reader scrolls away. */
export function Chat({ at }: { readonly at?: number | undefined }) {
  const follower = useTaskFollower();
  const rows = useFollowed((task) => task.rows);
  const firstSeq = useFollowed((task) => task.firstSeq);
  const isLoadingEarlier = useFollowed((task) => task.isLoadingEarlier);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(at === undefined);
  const isPinned = useRef(at === undefined);
  const isPrepending = useChangedFirst(firstSeq);
  const isReaderScrolling = useReaderScroll(scroller);

  const toEnd = () => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isPinned.current) toEnd();
    });
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (isPinned.current) toEnd();
  }, [rows]);
  useEffect(() => {
    if (at === undefined) return;
    void follower.loadUntil(at).then(() => {
      const index = follower.store.getState().rows.findLastIndex(({ seq }) => seq <= at);
      list.current?.scrollToIndex(Math.max(0, index), { align: "center" });
    });
  }, [at, follower]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    if (isNear || isReaderScrolling()) isPinned.current = isNear;
    setIsAtEnd(isPinned.current);
    if (element.scrollTop < nearBeginning) void follower.loadEarlier();
  };

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-label="Conversation"
        tabIndex={0}
        className="h-full overflow-y-auto [overflow-anchor:none]"
      >
        <div ref={content} className="mx-auto max-w-3xl px-4 py-4">
          <Virtualizer ref={list} data={rows} scrollRef={scroller} shift={isPrepending} itemSize={96}>
            {(row) => (
              <div key={row.key} className="pb-3 empty:pb-0">
                <ChatRowView row={row} />
              </div>
            )}
          </Virtualizer>
          <LiveRow />
          <InterruptedRow />
          <WaitingRow />
        </div>
      </div>
      {isLoadingEarlier && (
        <div className="absolute inset-x-0 top-2 flex justify-center">
          <Spinner label="Earlier messages" />
        </div>
      )}
      {!isAtEnd && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          onClick={() => {
            isPinned.current = true;
            toEnd();
          }}
        >
          <ArrowDown /> Jump to latest
        </Button>
      )}
    </div>
  );
}

/** Whether this render added rows at the beginning. */
function useChangedFirst(firstSeq: number): boolean {
  const [before, setBefore] = useState(firstSeq);
  if (before === firstSeq) return false;
  setBefore(firstSeq);
  return before !== 0;
}

const recentMs = 500;

/** Whether the reader is scrolling: growing content and the virtual list also cause scroll events. */
function useReaderScroll(scroller: RefObject<HTMLElement | null>): () => boolean {
  const lastAt = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    const onReaderEvent = () => {
      lastAt.current = performance.now();
    };
    for (const type of readerEvents) element?.addEventListener(type, onReaderEvent, { passive: true });
    return () => {
      for (const type of readerEvents) element?.removeEventListener(type, onReaderEvent);
    };
  }, [scroller]);
  return () => performance.now() - lastAt.current < recentMs;
}

const readerEvents = ["wheel", "touchmove", "keydown", "pointerdown", "pointermove"] as const;

function ChatRowView({ row }: { readonly row: ChatRow }) {
  switch (row.kind) {
    case "message":
      return <MessageRowView row={row} />;
    case "reply":
      return <ReplyRowView row={row} />;
    case "call":
      return <CallRowView row={row} />;
    case "notice":
      return <NoticeRowView row={row} />;
    case "outcome":
      return <OutcomeRowView row={row} />;
  }
}
