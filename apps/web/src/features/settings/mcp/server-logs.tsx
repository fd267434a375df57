import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { mcpLogsQuery } from "../../../data/mcp-queries.ts";
import { Failed, Loading } from "../../../ui/states.tsx";
import type { ServerPlace } from "./use-server-changes.ts";

export function ServerLogs({ workspaceId, name }: ServerPlace) {
  const { data, error, refetch } = useQuery(mcpLogsQuery(workspaceId, name));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading log" />;
  if (data.lines.length === 0) return <p className="p-4 text-center text-sm text-ink-3">No output yet.</p>;
  return (
    <ol className="max-h-80 overflow-auto bg-sunken p-3 font-mono text-xs" aria-label={`Log of ${name}`} tabIndex={0}>
      {data.lines.map(({ at, level, text }, index) => (
        <li key={`${at} ${index}`} className="flex gap-3">
          <time dateTime={at} className="shrink-0 text-ink-3">
            {new Date(at).toLocaleTimeString("en", { hour12: false })}
          </time>
          <span className={clsx("min-w-0 break-words whitespace-pre-wrap", level === "error" && "text-bad")}>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
