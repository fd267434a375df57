import { type McpServerSummary, mcpErrorClasses } from "../../statistics/index.ts";
import { type Cell, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import { percent } from "../figures.ts";

/** What went wrong with calls, and whose fault it is. */
export function mcpCallsSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  return section("Errors", [
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
