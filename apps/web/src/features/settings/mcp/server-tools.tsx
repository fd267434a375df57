import { Checkbox } from "../../../ui/checkbox.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { ServerProps } from "./server-props.ts";
import { useServerChanges } from "./use-server-changes.ts";

/** Its tools: whether each is offered, and whether it asks. */
export function ServerTools({ workspaceId, server }: ServerProps) {
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
