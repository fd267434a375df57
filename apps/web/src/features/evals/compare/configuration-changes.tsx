import type { RunComparison } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import type { RunNames } from "./run-names.ts";

export interface ConfigurationChangesProps {
  readonly changes: RunComparison["changes"];
  readonly names: RunNames;
}

/** What was different about the two requests. */
export function ConfigurationChanges({ changes, names }: ConfigurationChangesProps) {
  return (
    <Card title="Configuration differences">
      {changes.length === 0 ? (
        <p className="p-4 text-center text-sm text-ink-3">None: any difference is due to chance or the model.</p>
      ) : (
        <div className="p-4">
          <DataTable
            caption="Configuration differences between the runs"
            columns={["Setting", names.left, names.right]}
            rows={changes.map(({ key, a, b }) => [key, shown(a), shown(b)])}
          />
        </div>
      )}
    </Card>
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
