import { useQuery } from "@tanstack/react-query";
import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import { mcpServersQuery } from "../../../data/configuration-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Empty, FailedPart, Loading } from "../../../ui/states.tsx";
import type { SectionProps } from "../values/use-settings.ts";
import { AddServer } from "./add-server.tsx";
import { ServerCard } from "./server-card.tsx";

export function McpSection({ workspaceId }: SectionProps) {
  const { data, error, refetch } = useQuery(mcpServersQuery(workspaceId));
  const [isAdding, setIsAdding] = useState(false);
  if (error)
    return (
      <Card>
        <FailedPart error={error} onRetry={() => void refetch()} title="This server does not manage MCP servers">
          Tasks still use those in the settings files. Edit the files, or start a newer roo serve.
        </FailedPart>
      </Card>
    );
  if (!data) return <Loading label="Loading servers" />;
  return (
    <>
      <div className="flex justify-end">
        <Button size="sm" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden /> Add
        </Button>
      </div>
      {data.servers.length === 0 && (
        <Card>
          <Empty icon={<Plug />} title="No MCP servers">
            Paste the JSON from a server's README to add its tools to every task.
          </Empty>
        </Card>
      )}
      {data.servers.map((server) => (
        <ServerCard key={`${server.source} ${server.name}`} workspaceId={workspaceId} server={server} />
      ))}
      {isAdding && <AddServer workspaceId={workspaceId} onClose={() => setIsAdding(false)} />}
    </>
  );
}
