import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { canonicalJson, isRecord } from "../catalog/canonical-json.ts";
import type { CatalogTool } from "../catalog/catalog.ts";
import type { ToolOrigin } from "../catalog/tool-definition.ts";

/**
 * Tools as they were when somebody allowed them for good: the definition that a configuration's `alwaysAllow` stands
 * for, and the words of every definition that a rule names. A file that cannot be read pins nothing.
 */
export class ToolPins {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The definition that was first let through, or last accepted. */
  pinned(tool: string, origin: ToolOrigin): string | undefined {
    const pin = this.#readPins()[keyOf(tool, origin)];
    return typeof pin === "string" ? pin : undefined;
  }

  pin(tool: CatalogTool, origin: ToolOrigin, definition: string): void {
    this.keep(definition, tool);
    this.#write(join(this.#folder, "pins.json"), { ...this.#readPins(), [keyOf(tool.name, origin)]: definition });
  }

  /** Remembers what a definition says, to tell later what has changed. */
  keep(definition: string, tool: CatalogTool): void {
    this.#write(this.#fileOf(definition), tool);
  }

  /** undefined where it is not known any more. */
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
    const fresh = `${file}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(fresh, canonicalJson(content), { mode: 0o600 });
      renameSync(fresh, file);
    } catch {
      // What cannot be pinned is asked about the next time.
      rmSync(fresh, { force: true });
    }
  }
}

function keyOf(tool: string, { server, source, project = "" }: ToolOrigin): string {
  return JSON.stringify([source === "project" ? project : "", server, tool]);
}

/** What a tool says of itself now and did not say before, as a diff of lines. */
export async function definitionChanges(before: unknown, after: CatalogTool): Promise<string> {
  if (!isRecord(before)) return "(What it was then is not known any more.)";
  const [then, now] = [textOf(before), textOf(after)];
  if (then === now) return before.whole === undefined ? notWhole : unseen;
  const { createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch("then", "now", then, now, "", "", { context: 2 });
  return patch.split("\n").slice(1).join("\n").trimEnd();
}

const notWhole = "(It was allowed by a part of what it says of itself; from now on all of it counts.)";
const unseen =
  "(It has changed where a model does not see it: in what it answers, in characters without a look, or in a part that was too long or too deep to show.)";

/** The description line by line, because that is where the words for the model are. */
function textOf({ description, ...said }: Readonly<Record<string, unknown>>): string {
  const rest = Object.fromEntries(Object.entries(said).filter(([key]) => key !== "whole"));
  return `${String(description)}\n\n${JSON.stringify(rest, null, 2)}\n`;
}
