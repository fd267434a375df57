import type { McpServerSummary } from "../../statistics/index.ts";
import type { ReportDocument } from "../document.ts";
import { mcpCallsSection } from "./calls.ts";
import { mcpIntentsSection } from "./intents.ts";
import { mcpSelectionSection } from "./selection.ts";
import { mcpSuccessSection } from "./success.ts";
import { mcpUsageSection } from "./usage.ts";

const sections = [mcpSuccessSection, mcpSelectionSection, mcpCallsSection, mcpUsageSection, mcpIntentsSection];

/** The same intents against several MCP servers, a row for each. */
export function mcpDocument(servers: readonly McpServerSummary[], madeAt: Date): ReportDocument {
  return {
    title: "MCP servers compared",
    madeAt: madeAt.toISOString(),
    sections: sections.flatMap((sectionsOf) => sectionsOf(servers)),
  };
}
