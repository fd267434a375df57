import type { ApiProvider } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { providersQuery } from "../../../data/configuration-queries.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/field.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";

const maxShown = 8;

/** All providers, ready ones first. */
export function ProviderList({ onUse }: { readonly onUse: (provider: ApiProvider) => void }) {
  const { data, error, refetch } = useQuery(providersQuery);
  const [query, setQuery] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const term = query.trim().toLowerCase();
  const found = (data?.providers ?? [])
    .filter(({ id, label, aliases }) => [id, label, ...aliases].join(" ").toLowerCase().includes(term))
    .toSorted((a, b) => Number(b.isReady) - Number(a.isReady));
  const shown = showsAll || term ? found : found.slice(0, maxShown);
  return (
    <Card
      title="Providers"
      actions={
        <Input
          type="search"
          aria-label="Find a provider"
          placeholder="Search"
          className="!w-36"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="Loading providers" />
      ) : (
        <ul className="divide-y">
          {shown.map((provider) => (
            <li key={provider.id} className="flex items-center gap-3 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm">
                  {provider.label} <span className="text-xs text-ink-3">{provider.id}</span>
                </p>
                <p className="truncate text-xs text-ink-3">{provider.detail}</p>
              </div>
              {provider.isReady && <Badge tone="ok">ready</Badge>}
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Set up ${provider.label} (${provider.id})`}
                onClick={() => onUse(provider)}
              >
                Set up
              </Button>
            </li>
          ))}
          {shown.length < found.length && (
            <li className="flex justify-center p-2">
              <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
                Show all {found.length}
              </Button>
            </li>
          )}
          {found.length === 0 && <li className="p-4 text-center text-sm text-ink-3">No matches.</li>}
        </ul>
      )}
    </Card>
  );
}
