/**
 * A schema of zod 4, Valibot, ArkType or any other library that implements Standard Schema.
 * https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [key: string]: unknown };

export type Schema = StandardSchema | JsonSchema;

/** What a schema produces; values of a plain JSON Schema are not typed. */
export type OutputOf<Type> =
  Type extends StandardSchema<infer _Input, infer Output>
    ? Output
    : Type extends { readonly type: "object" }
      ? Record<string, unknown>
      : unknown;

export function isStandardSchema(schema: object): schema is StandardSchema {
  return "~standard" in schema;
}
