import { RooError, systemErrorCode } from "@roo-code/types";
import { secretTexts } from "../../profiles/profile-secrets.ts";
import { createRedactor } from "../../secrets/redact.ts";
import type { FoundImport } from "../import-source.ts";
import type { ImportReport, ReportLine } from "./import-report.ts";
import type { Choose, ImportItem } from "./import-target.ts";

export type StepOutcome = { readonly done: "brought" | "skipped"; readonly note?: string };

/** The steps of one import: what each came to, and the names that things got. */
export class ApplySteps {
  /** Old name → new one, for those that had to get another. */
  readonly profileNames = new Map<string, string>();
  readonly modeNames = new Map<string, string>();
  readonly #imported: FoundImport;
  readonly #choose: Choose;
  readonly #redact: (text: string) => string;
  readonly #lines = { brought: [] as ReportLine[], skipped: [] as ReportLine[], failed: [] as ReportLine[] };

  constructor(imported: FoundImport, choose: Choose) {
    this.#imported = imported;
    this.#choose = choose;
    this.#redact = createRedactor([...imported.secrets.values()].flatMap(secretTexts));
  }

  /** One thing that cannot be written must not keep the others from it. */
  async run(thing: Omit<ImportItem, "tool">, apply: () => Promise<StepOutcome>): Promise<void> {
    const item: ImportItem = { ...thing, tool: this.#imported.tool };
    if (!(await this.#choose(item))) {
      this.#lines.skipped.push({ ...item, note: "not chosen" });
      return;
    }
    try {
      const { done, note } = await apply();
      this.#lines[done].push({ ...item, ...(note !== undefined && { note }) });
    } catch (error) {
      this.#lines.failed.push({ ...item, note: this.#redact(reasonOf(error)) });
    }
  }

  report(): ImportReport {
    const { brought, skipped, failed } = this.#lines;
    const { tool, unmapped } = this.#imported;
    return { tool, broughtOver: brought, skipped, failed, unmapped };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RooError) return error.message;
  return `it could not be written (${systemErrorCode(error) ?? "an error of ours"})`;
}
