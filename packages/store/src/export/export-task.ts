import { effectiveEvents, type TaskEvent } from "@roo-code/types";
import { redactInPlace } from "../secrets/redact.ts";

export const exportFormats = ["json", "markdown", "roo", "atif"] as const;
type ExportFormat = (typeof exportFormats)[number];

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Redacts secrets in every string. */
  readonly redact: (text: string) => string;
}

/** A task as files: name → content. The events are not modified. */
export async function exportTask(
  events: readonly TaskEvent[],
  { format, redact }: ExportOptions,
): Promise<ReadonlyMap<string, string>> {
  // Our own format keeps the whole log; the others only the effective events.
  const exported = format === "json" ? events : effectiveEvents(events);
  const safe = redactInPlace(structuredClone(exported), redact);
  switch (format) {
    case "json":
      return new Map([["events.json", `[\n${safe.map((event) => JSON.stringify(event)).join(",\n")}\n]\n`]]);
    case "markdown": {
      const { toMarkdown } = await import("./to-markdown.ts");
      return new Map([["task.md", toMarkdown(safe)]]);
    }
    case "roo": {
      const { toRooFiles } = await import("./to-roo-files.ts");
      return toRooFiles(safe);
    }
    case "atif": {
      const { toTrajectory } = await import("./to-trajectory.ts");
      return new Map([["trajectory.json", `${JSON.stringify(toTrajectory(safe), null, 2)}\n`]]);
    }
  }
}
