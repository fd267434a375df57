import type { ModeView } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { modesQuery } from "../../../data/configuration-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";
import type { SectionProps } from "../values/use-settings.ts";
import { ModeDialog } from "./mode-dialog.tsx";
import { newMode } from "./mode-form.ts";
import { ModeRow } from "./mode-row.tsx";

export function ModesSection({ workspaceId }: SectionProps) {
  const { data, error, refetch } = useQuery(modesQuery(workspaceId));
  const [edited, setEdited] = useState<ModeView | "new">();
  return (
    <>
      <Card
        title="Modes"
        actions={
          <Button size="sm" onClick={() => setEdited("new")}>
            <Plus aria-hidden /> Add
          </Button>
        }
      >
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label="Loading modes" />
        ) : (
          <ul className="divide-y">
            {data.modes.map((mode) => (
              <ModeRow key={mode.slug} workspaceId={workspaceId} mode={mode} onEdit={() => setEdited(mode)} />
            ))}
          </ul>
        )}
      </Card>
      {edited && (
        <ModeDialog
          workspaceId={workspaceId}
          initial={edited === "new" ? newMode : edited}
          isNew={edited === "new"}
          layer={edited !== "new" && edited.origin === "project" ? "project" : "user"}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
