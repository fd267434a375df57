import { useState } from "react";
import { Tabs } from "../../../ui/tabs.tsx";
import { ServerLogs } from "./server-logs.tsx";
import type { ServerProps } from "./server-props.ts";
import { ServerTools } from "./server-tools.tsx";

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
