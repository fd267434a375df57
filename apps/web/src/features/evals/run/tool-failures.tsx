import type { RunSummary } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../charts/data-table.tsx";

export function ToolFailures({ tools }: Pick<RunSummary, "tools">) {
  if (tools.length === 0) return null;
  const rows = tools
    .toSorted((a, b) => b.failures - a.failures || b.attempts - a.attempts)
    .map(({ tool, attempts, failures }) => [
      tool,
      String(attempts),
      String(failures),
      `${((failures / Math.max(1, attempts)) * 100).toFixed(1)} %`,
    ]);
  return (
    <Card title="Tools">
      <div className="p-4">
        <DataTable caption="Tool calls" columns={["Tool", "Calls", "Failed", "Share"]} rows={rows} />
      </div>
    </Card>
  );
}
