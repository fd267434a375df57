import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { mcpLogsQuery } from "../../../data/configuration-queries.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { type ServerProps, type ServerReference, useServerChanges } from "./use-server-changes.ts";

type Tab = "tools" | "resources" | "logs";

export function ServerDetails({ workspaceId, server }: ServerProps) {
  const [tab, setTab] = useState<Tab>("tools");
  return (
    <Tabs
      className="border-t"
      label={`Parts of ${server.name}`}
      active={tab}
      onChange={setTab}
      tabs={[
        {
          id: "tools",
          label: `Tools ${server.tools.length}`,
          content: <ServerTools workspaceId={workspaceId} server={server} />,
        },
        {
          id: "resources",
          label: `Resources ${server.resources.length}`,
          content: <Resources resources={server.resources} />,
        },
        { id: "logs", label: "Log", content: <ServerLogs workspaceId={workspaceId} name={server.name} /> },
      ]}
    />
  );
}

function Resources({ resources }: { readonly resources: ServerProps["server"]["resources"] }) {
  if (resources.length === 0) return <p className="p-4 text-center text-sm text-ink-3">None.</p>;
  return (
    <ul className="max-h-80 divide-y overflow-y-auto">
      {resources.map(({ uri, name, description }) => (
        <li key={uri} className="px-4 py-2">
          <p className="text-sm">{name}</p>
          <p className="font-mono text-xs break-all text-ink-3">{uri}</p>
          {description && <p className="text-xs text-ink-2">{description}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The tools of a server: whether each is enabled, and whether it needs approval. */
function ServerTools({ workspaceId, server }: ServerProps) {
  const { change } = useServerChanges({ workspaceId, name: server.name });
  const namesWhere = (test: (tool: ServerProps["server"]["tools"][number]) => boolean) =>
    server.tools.filter(test).map(({ name }) => name);
  if (server.tools.length === 0)
    return (
      <p className="p-4 text-center text-sm text-ink-3">
        No tools known yet. Connect the server first, or check its log.
      </p>
    );
  return (
    <ul className="max-h-96 divide-y overflow-y-auto">
      {server.tools.map((tool) => (
        <li key={tool.name} className="flex items-start gap-4 px-4 py-2.5">
          <div className="min-w-0 flex-1">
            <p className="font-mono text-xs font-medium">{tool.name}</p>
            <p className="line-clamp-3 text-xs text-ink-2">{tool.description}</p>
            <p className="mt-1 truncate text-2xs text-ink-3">{parametersOf(tool.inputSchema)}</p>
          </div>
          <Checkbox
            label="always allow"
            checked={tool.isAlwaysAllowed}
            disabled={change.isPending || tool.isDisabled}
            onChange={(isAllowed) =>
              change.mutate({
                alwaysAllow: namesWhere((each) => (each.name === tool.name ? isAllowed : each.isAlwaysAllowed)),
              })
            }
          />
          <Switch
            label={`Enable ${tool.name}`}
            checked={!tool.isDisabled}
            disabled={change.isPending}
            onChange={(isOffered) =>
              change.mutate({
                disabledTools: namesWhere((each) => (each.name === tool.name ? !isOffered : each.isDisabled)),
              })
            }
          />
        </li>
      ))}
    </ul>
  );
}

function parametersOf({ properties }: Readonly<Record<string, unknown>>): string {
  return typeof properties === "object" && properties !== null ? Object.keys(properties).join(", ") : "";
}

function ServerLogs({ workspaceId, name }: ServerReference) {
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
