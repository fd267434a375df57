import { isRecord, type JsonRecord, parseJson } from "../../json-value.ts";

type CreateError = (problem: string) => Error;

/** Reads one object of a replay script key by key; rejects wrong types and keys that were not read. */
export class ReplayFields {
  readonly #values: JsonRecord;
  readonly #createError: CreateError;
  readonly #read = new Set<string>();

  constructor(values: JsonRecord, createError: CreateError) {
    this.#values = values;
    this.#createError = createError;
  }

  static parse(line: string, createError: CreateError): ReplayFields {
    const values = parseJson(line);
    if (isRecord(values)) return new ReplayFields(values, createError);
    throw createError(values === undefined ? "it is not valid JSON" : "it is not an object");
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
    return this.refuse(`"${key}" must be a number of at least 0`);
  }

  child(key: string): ReplayFields | undefined {
    const value = this.any(key);
    if (value === undefined) return undefined;
    return isRecord(value) ? new ReplayFields(value, this.#createError) : this.refuse(`"${key}" must be an object`);
  }

  list(key: string): ReplayFields[] {
    const value = this.any(key) ?? [];
    if (!Array.isArray(value)) return this.refuse(`"${key}" must be a list`);
    return value.map((item: unknown) =>
      isRecord(item) ? new ReplayFields(item, this.#createError) : this.refuse(`"${key}" must contain objects`),
    );
  }

  /** A misspelt key would silently change the script. */
  refuseOthers(): void {
    const unknown = Object.keys(this.#values).find((key) => !this.#read.has(key));
    if (unknown !== undefined) this.refuse(`the key "${unknown}" is unknown`);
  }

  refuse(problem: string): never {
    throw this.#createError(problem);
  }
}
