import type { McpServerSummary } from "../../statistics/index.ts";
import { numberColumn, type Section, section, table, textColumn } from "../document.ts";
import { decimal } from "../figures.ts";
import { averageCell } from "./average-cells.ts";

/** Whether the right tools are found among those a server offers. */
export function mcpSelectionSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  return section("Choosing tools", [
    table({
      caption:
        "Precision: of the tools called, those needed. Recall: of those needed, the ones called. Efficiency: fewest calls over calls made, where it succeeded. In brackets, 95 % intervals",
      columns: [
        textColumn("Server"),
        ...["Precision", "Recall", "First call right", "Efficiency", "Calls (median)", "Calls (95 %)", "Redundant"].map(
          numberColumn,
        ),
      ],
      rows: servers.map(({ server, metrics }) => ({
        cells: [
          server,
          averageCell(metrics.precision),
          averageCell(metrics.recall),
          averageCell(metrics.firstCallAccuracy),
          averageCell(metrics.pathEfficiency),
          decimal(metrics.steps?.median ?? null),
          decimal(metrics.steps?.p95 ?? null),
          `${metrics.calls.redundant} of ${metrics.calls.calls}`,
        ],
      })),
    }),
  ]);
}
