import type { ImportItem } from "./import-target.ts";

export interface ReportLine extends ImportItem {
  /** What there is to say about it. Never a secret. */
  readonly note?: string;
}

/** What came of an import, for people. */
export interface ImportReport {
  readonly tool: string;
  readonly broughtOver: readonly ReportLine[];
  /** There already, or not wanted. */
  readonly skipped: readonly ReportLine[];
  readonly failed: readonly ReportLine[];
  /** What had no counterpart, or could not be read. */
  readonly unmapped: readonly string[];
}

export function formatReport(report: ImportReport): string {
  const { tool, broughtOver, skipped, failed, unmapped } = report;
  const parts = [
    section(`Brought over from ${tool}`, broughtOver.map(formatLine)),
    section("Skipped", skipped.map(formatLine)),
    section("Failed", failed.map(formatLine)),
    section("Could not be brought over", unmapped),
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return text === "" ? `Nothing to bring over from ${tool}.\n` : `${text}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`${title}:`, ...lines.map((line) => `  - ${line}`)].join("\n");
}

function formatLine({ kind, name, scope, note }: ReportLine): string {
  const place = scope === "project" ? " (project)" : "";
  return `${kind} ${name}${place}${note === undefined ? "" : `: ${note}`}`;
}
