import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { canonicalJson, isRecord } from "../catalog/canonical-json.ts";
import type { CatalogTool } from "../catalog/catalog.ts";
import type { ToolOrigin } from "../catalog/tool-definition.ts";

/**
 * Tools as they were when they got a standing approval: the definition that a configuration's `alwaysAllow` refers to,
 * and the text of every definition that a rule names. An unreadable file pins nothing.
 */
export class ToolPins {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The definition that was first allowed, or last accepted. */
  pinned(tool: string, origin: ToolOrigin): string | undefined {
    const pin = this.#readPins()[keyOf(tool, origin)];
    return typeof pin === "string" ? pin : undefined;
  }

  pin(tool: CatalogTool, origin: ToolOrigin, definition: string): void {
    this.keep(definition, tool);
    this.#write(join(this.#folder, "pins.json"), { ...this.#readPins(), [keyOf(tool.name, origin)]: definition });
  }

  /** Stores a definition, to show later what has changed. */
  keep(definition: string, tool: CatalogTool): void {
    this.#write(this.#fileOf(definition), tool);
  }

  /** undefined if it is no longer stored. */
  definition(definition: string): unknown {
    return /^[0-9a-f]+$/.test(definition) ? this.#read(this.#fileOf(definition)) : undefined;
  }

  #fileOf(definition: string): string {
    return join(this.#folder, "definitions", `${definition}.json`);
  }

  #readPins(): Record<string, unknown> {
    const pins = this.#read(join(this.#folder, "pins.json"));
    return isRecord(pins) ? pins : {};
  }

  #read(file: string): unknown {
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return undefined;
    }
  }

  #write(file: string, content: unknown): void {
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, canonicalJson(content), { mode: 0o600 });
      renameSync(temporary, file);
    } catch {
      // What cannot be pinned requires approval again.
      rmSync(temporary, { force: true });
    }
  }
}

function keyOf(tool: string, { server, source, project = "" }: ToolOrigin): string {
  return JSON.stringify([source === "project" ? project : "", server, tool]);
}

/** What changed in a tool's definition, as a line diff. */
export async function definitionChanges(before: unknown, after: CatalogTool): Promise<string> {
  if (!isRecord(before)) return "(Its earlier definition is no longer stored.)";
  const [earlier, current] = [textOf(before), textOf(after)];
  if (earlier === current) return before.whole === undefined ? partialHash : hiddenChange;
  const { createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch("before", "now", earlier, current, "", "", { context: 2 });
  return patch.split("\n").slice(1).join("\n").trimEnd();
}

const partialHash = "(It was allowed by part of its definition; from now on the whole definition counts.)";
const hiddenChange =
  "(It has changed where the model does not see it: in its output schema, in invisible characters, or in a part that was too long or too deep to show.)";

/** The description comes first as plain text: it is what the model reads. */
function textOf({ description, ...others }: Readonly<Record<string, unknown>>): string {
  const rest = Object.fromEntries(Object.entries(others).filter(([key]) => key !== "whole"));
  return `${String(description)}\n\n${JSON.stringify(rest, null, 2)}\n`;
}
