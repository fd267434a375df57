import type { RouteOutput, Routes } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { providersQuery } from "../../data/configuration-queries.ts";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TestOutcome } from "../settings/profiles/test-outcome.tsx";
import { useModel } from "./use-model.ts";

type Found = RouteOutput<Routes["server"]["about"]>["found"][number];

interface FoundModelsProps {
  readonly found: readonly Found[];
  readonly onDone: () => void;
}

/** Keys in the environment and servers on this machine. */
export function FoundModels({ found, onDone }: FoundModelsProps) {
  const providers = useQuery(providersQuery);
  const absent = providers.data?.providers.filter(({ isLocal, isReady }) => isLocal && !isReady) ?? [];
  const scanAgain = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.about });
    void queryClient.invalidateQueries({ queryKey: queryKeys.providers });
  };
  return (
    <Card
      title="Found on this machine"
      actions={
        <Button size="sm" variant="quiet" disabled={providers.isFetching} onClick={scanAgain}>
          <RefreshCw aria-hidden /> Scan again
        </Button>
      }
    >
      <ul className="divide-y">
        {found.map((each) => (
          <FoundModel key={each.provider} found={each} onDone={onDone} />
        ))}
        {found.length === 0 && (
          <li className="px-4 py-3 text-sm text-ink-2">
            No API key in the environment and no local server responding.
          </li>
        )}
        {absent.map(({ id, label, detail }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="text-sm text-ink-2">{label}</p>
              <p className="text-xs text-ink-3">{detail}; start it, then scan again</p>
            </div>
            <Badge>not running</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FoundModel({
  found: { provider, label, detail },
  onDone,
}: {
  readonly found: Found;
  readonly onDone: () => void;
}) {
  const use = useModel(onDone);
  return (
    <li className="flex flex-col gap-2 px-4 py-2.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium">{label}</p>
          <p className="text-xs text-ink-2">{detail}</p>
        </div>
        <Button
          variant="primary"
          size="sm"
          aria-label={`Use it: ${label}`}
          disabled={use.isPending}
          onClick={() => use.mutate({ name: label, profile: { apiProvider: provider } })}
        >
          {use.isPending ? "Testing…" : "Use it"}
        </Button>
      </div>
      <TestOutcome outcome={use.data} error={use.error} />
    </li>
  );
}
