import type { ChatRow } from "../../data/task/chat-row.ts";
import { CallRowView } from "./calls/call-row.tsx";
import { NoticeRowView } from "./notice-row.tsx";
import { OutcomeRowView } from "./outcome-row.tsx";
import { ReplyRowView } from "./reply-row.tsx";
import { SaidRowView } from "./said-row.tsx";

export function ChatRowView({ row }: { readonly row: ChatRow }) {
  switch (row.kind) {
    case "said":
      return <SaidRowView row={row} />;
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
