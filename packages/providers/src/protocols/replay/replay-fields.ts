import { isRecord, type JsonRecord, parseJson } from "../../json-value.ts";

type Complain = (problem: string) => Error;

/** Reads one object of a replay script key by key; what has the wrong type, or was never read, is refused. */
export class ReplayFields {
  readonly #values: JsonRecord;
  readonly #complain: Complain;
  readonly #read = new Set<string>();

  constructor(values: JsonRecord, complain: Complain) {
    this.#values = values;
    this.#complain = complain;
  }

  static parse(line: string, complain: Complain): ReplayFields {
    const values = parseJson(line);
    if (isRecord(values)) return new ReplayFields(values, complain);
    throw complain(values === undefined ? "it is no JSON" : "it is no object");
  }

  any(key: string): unknown {
    this.#read.add(key);
    return this.#values[key] ?? undefined;
  }

  text(key: string): string | undefined {
    const value = this.any(key);
    return value === undefined || typeof value === "string" ? value : this.refuse(`"${key}" must be a string`);
  }

  /** Never negative. */
  number(key: string): number | undefined {
    const value = this.any(key);
    if (value === undefined || (typeof value === "number" && value >= 0)) return value;
    return this.refuse(`"${key}" must be a number from 0`);
  }

  child(key: string): ReplayFields | undefined {
    const value = this.any(key);
    if (value === undefined) return undefined;
    return isRecord(value) ? new ReplayFields(value, this.#complain) : this.refuse(`"${key}" must be an object`);
  }

  list(key: string): ReplayFields[] {
    const value = this.any(key) ?? [];
    if (!Array.isArray(value)) return this.refuse(`"${key}" must be a list`);
    return value.map((item: unknown) =>
      isRecord(item) ? new ReplayFields(item, this.#complain) : this.refuse(`"${key}" must hold objects`),
    );
  }

  /** A misspelt key would silently change what the script says. */
  refuseOthers(): void {
    const unknown = Object.keys(this.#values).find((key) => !this.#read.has(key));
    if (unknown !== undefined) this.refuse(`the key "${unknown}" is unknown`);
  }

  refuse(problem: string): never {
    throw this.#complain(problem);
  }
}
