import type { RunComparison } from "@roo-code/types/api";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../charts/data-table.tsx";
import { signed } from "./signed.ts";

export function LanguageDifferences({ languages }: Pick<RunComparison, "languages">) {
  if (languages.length === 0) return null;
  return (
    <Card title="By language">
      <div className="p-4">
        <DataTable
          caption="Differences by language"
          columns={["Language", "Difference, points", "p, adjusted for several looks"]}
          rows={languages.map(({ language, difference, pValue }) => [language, signed(difference), pValue.toFixed(3)])}
        />
      </div>
    </Card>
  );
}
