import { RooError, systemErrorCode } from "@roo-code/types";
import { secretTexts } from "../../profiles/profile-secrets.ts";
import { createRedactor } from "../../secrets/redact.ts";
import type { FoundImport } from "../import-source.ts";
import type { Choose, ImportItem, ImportReport, ReportLine } from "./import-target.ts";

export type StepOutcome = { readonly done: "imported" | "skipped"; readonly note?: string };

/** The steps of one import: their outcomes, and the new names of renamed items. */
export class ApplySteps {
  /** Old name → new name. */
  readonly profileNames = new Map<string, string>();
  readonly modeNames = new Map<string, string>();
  readonly #imported: FoundImport;
  readonly #choose: Choose;
  readonly #redact: (text: string) => string;
  readonly #lines = { imported: [] as ReportLine[], skipped: [] as ReportLine[], failed: [] as ReportLine[] };

  constructor(imported: FoundImport, choose: Choose) {
    this.#imported = imported;
    this.#choose = choose;
    this.#redact = createRedactor([...imported.secrets.values()].flatMap(secretTexts));
  }

  /** A failed step does not stop the others. */
  async run(step: Omit<ImportItem, "tool">, apply: () => Promise<StepOutcome>): Promise<void> {
    const item: ImportItem = { ...step, tool: this.#imported.tool };
    if (!(await this.#choose(item))) {
      this.#lines.skipped.push({ ...item, note: "not chosen" });
      return;
    }
    try {
      const { done, note } = await apply();
      this.#lines[done].push({ ...item, note });
    } catch (error) {
      this.#lines.failed.push({ ...item, note: this.#redact(reasonOf(error)) });
    }
  }

  report(): ImportReport {
    const { imported, skipped, failed } = this.#lines;
    const { tool, unmapped } = this.#imported;
    return { tool, imported, skipped, failed, unmapped };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RooError) return error.message;
  return `it could not be written (${systemErrorCode(error) ?? "internal error"})`;
}

export type Presence = "free" | "same" | "different";

/** The first of `name`, `name-imported`, `name-imported-2`, … that is free or identical. */
export async function freeName(
  nameWith: (suffix: string) => string,
  find: (name: string) => Promise<Presence>,
): Promise<{ name: string; presence: "free" | "same" }> {
  for (let count = 0; ; count += 1) {
    const name = nameWith(suffixOf(count));
    const presence = await find(name);
    if (presence !== "different") return { name, presence };
  }
}

function suffixOf(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "-imported" : `-imported-${count}`;
}
