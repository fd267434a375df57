import type { ReportDocument } from "./document.ts";
import type { EvalReport } from "./eval-report.ts";
import { comparisonSections } from "./sections/comparisons.ts";
import { countsSection } from "./sections/counts.ts";
import { durationsSection } from "./sections/durations.ts";
import { exercisesSection } from "./sections/exercises.ts";
import { languagesSection } from "./sections/languages.ts";
import { overviewSection } from "./sections/overview.ts";
import { problemsSection } from "./sections/problems.ts";
import { repeatedTriesSection } from "./sections/repeated-tries.ts";
import { toolsSection } from "./sections/tools.ts";
import { tradeOffsSection } from "./sections/trade-offs.ts";

/** In order of interest. */
const sections = [
  overviewSection,
  comparisonSections,
  languagesSection,
  countsSection,
  tradeOffsSection,
  repeatedTriesSection,
  problemsSection,
  exercisesSection,
  durationsSection,
  toolsSection,
];

export function evalDocument(report: EvalReport): ReportDocument {
  return {
    title: report.runs.length === 1 ? "Eval run" : "Eval runs compared",
    createdAt: report.createdAt,
    sections: sections.flatMap((sectionsOf) => sectionsOf(report)),
  };
}
