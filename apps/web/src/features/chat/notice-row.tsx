import { clsx } from "clsx";
import { memo } from "react";
import type { NoticeRow } from "../../data/task/chat-row.ts";

const tones = { neutral: "text-ink-3", warn: "text-warn", bad: "text-bad" };

export const NoticeRowView = memo(function NoticeRowView({ row }: { readonly row: NoticeRow }) {
  return (
    <div className={clsx("text-xs", tones[row.tone])}>
      {row.detail ? (
        <details>
          <summary className="cursor-pointer">{row.title}</summary>
          <div className="mt-1 border-l-2 pl-3 whitespace-pre-wrap text-ink-2 wrap-anywhere">{row.detail}</div>
        </details>
      ) : (
        row.title
      )}
    </div>
  );
});
