import { type McpServerSummary, mcpErrorClasses } from "../../statistics/index.ts";
import { type Cell, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import { decimal, percent } from "../figures.ts";

/** How many calls it takes, what goes wrong with them, and whose fault that is. */
export function mcpCallsSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  return section("Calls", [
    table({
      caption: "Calls in a trial; redundant ones asked again what had been answered",
      columns: [textColumn("Server"), ...["Median", "95 %", "Most", "Redundant"].map(numberColumn)],
      rows: servers.map(({ server, metrics: { steps, calls } }) => ({
        cells: [
          server,
          ...[steps?.median, steps?.p95, steps?.max].map((count) => decimal(count ?? null)),
          `${calls.redundant} of ${calls.calls}`,
        ],
      })),
    }),
    table({
      caption:
        "Calls that failed, by why; arguments that fit the tool's schema are all but those turned down as invalid",
      columns: [
        textColumn("Server"),
        ...["Calls", "Failed", "Arguments valid", "Transport", "Time-out", "Protocol", "Validation", "Tool"].map(
          numberColumn,
        ),
      ],
      rows: servers.map(({ server, metrics: { calls } }) => ({
        cells: [
          server,
          String(calls.calls),
          percent(calls.errorRate),
          percent(calls.schemaValidRate),
          ...mcpErrorClasses.map((kind): Cell => {
            const count = calls.errors[kind];
            return count === 0 ? { text: "0", tone: "muted" } : { text: String(count), tone: "bad" };
          }),
        ],
      })),
    }),
  ]);
}
