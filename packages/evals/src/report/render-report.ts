import type { RunWithTrials } from "../statistics/index.ts";
import { renderCsv } from "./csv.ts";
import { evalDocument } from "./eval-document.ts";
import { evalReport } from "./eval-report.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderPage } from "./page.ts";

export const reportFormats = ["markdown", "json", "html", "csv"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report of one run, or of several compared with the first. */
export function renderReport(runs: readonly RunWithTrials[], format: ReportFormat): string {
  if (format === "csv") return renderCsv(runs);
  const report = evalReport(runs, new Date());
  if (format === "json") return renderJson(report);
  return format === "html" ? renderPage(evalDocument(report)) : renderMarkdown(evalDocument(report));
}
