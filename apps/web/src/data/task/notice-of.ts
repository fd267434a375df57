import type { EventOf } from "@roo-code/types";
import type { NoticeRow } from "./chat-row.ts";

type NoticeEvent = EventOf<
  | "turn.failed"
  | "mode.start"
  | "summary.added"
  | "rewind.added"
  | "hook.end"
  | "phase.start"
  | "phase.end"
  | "check.end"
  | "notice.added"
  | "connection.failed"
>;

/** The notice for an event; undefined if there is nothing to report. */
export function noticeOf(event: NoticeEvent): NoticeRow | undefined {
  const content = contentOf(event);
  return content && { kind: "notice", key: `e${event.seq}`, seq: event.seq, at: event.at, ...content };
}

function contentOf(event: NoticeEvent): Omit<NoticeRow, "kind" | "key" | "seq" | "at"> | undefined {
  switch (event.type) {
    case "turn.failed": {
      const { error, retryInMs, attempt } = event;
      const isOver = retryInMs === null;
      const when = isOver ? "giving up" : `retrying in ${Math.max(1, Math.round(retryInMs / 1000))} s`;
      const title = `The model did not answer (attempt ${attempt}): ${when}`;
      return { topic: "retry", tone: isOver ? "bad" : "warn", title, detail: error.message };
    }
    case "mode.start":
      return { topic: "mode", tone: "neutral", title: `Switched to ${event.mode} mode`, detail: event.reason };
    case "summary.added": {
      const title = `${event.dropped} older messages were summarized: ${event.tokensBefore.toLocaleString("en")} → ${event.tokensAfter.toLocaleString("en")} tokens`;
      return { topic: "summary", tone: "neutral", title, detail: summaryText(event) };
    }
    case "rewind.added":
      return { topic: "rewind", tone: "neutral", title: "Undone: the conversation continues from here" };
    case "hook.end": {
      if (event.decision !== "deny" && event.exitCode === 0) return undefined;
      const title = `Hook ${event.name ?? event.command}: ${event.decision === "deny" ? "denied" : `ended with ${event.exitCode ?? "a signal"}`}`;
      return { topic: "hook", tone: "warn", title, detail: event.message };
    }
    case "phase.start":
      return { topic: "phase", tone: "neutral", title: `Phase ${event.phase} started` };
    case "phase.end": {
      const tone = event.status === "failed" ? "bad" : "neutral";
      return { topic: "phase", tone, title: `Phase ${event.phase}: ${event.status}` };
    }
    case "check.end": {
      const isGood = event.exitCode === 0;
      const title = `Check ${isGood ? "passed" : "failed"}: ${event.command}`;
      return { topic: "check", tone: isGood ? "neutral" : "bad", title, detail: event.output };
    }
    case "connection.failed": {
      const title = `The MCP server ${event.server} cannot be reached`;
      return { topic: "other", tone: "warn", title, detail: event.error.message };
    }
    case "notice.added":
      return { topic: "other", tone: "warn", title: event.message };
  }
}

function summaryText({ message }: EventOf<"summary.added">): string {
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
