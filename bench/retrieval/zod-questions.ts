import type { Question } from "./question.ts";

/** About zod's sources as they come with its package. */
export const zodQuestions: readonly Question[] = [
  {
    ask: "is this string an e-mail address",
    files: ["v4/core/regexes.ts", "v4/core/schemas.ts", "v4/classic/schemas.ts", "v4/core/api.ts"],
  },
  { ask: "pretty print validation problems for people", files: ["v4/core/errors.ts", "v4/classic/errors.ts"] },
  {
    ask: "generate JSON schema from a schema",
    files: ["v4/core/to-json-schema.ts", "v4/core/json-schema-generator.ts", "v4/core/json-schema-processors.ts"],
  },
  { ask: "build a schema out of JSON schema", files: ["v4/classic/from-json-schema.ts"] },
  {
    ask: "convert input to a number before checking",
    files: ["v4/classic/coerce.ts", "v4/mini/coerce.ts", "v4/core/api.ts"],
  },
  { ask: "attach metadata to schemas in a registry", files: ["v4/core/registries.ts"] },
  { ask: "minimum and maximum length checks", files: ["v4/core/checks.ts", "v4/classic/checks.ts", "v4/core/api.ts"] },
  { ask: "async parsing that resolves promises", files: ["v4/core/parse.ts", "v4/classic/parse.ts"] },
  {
    ask: "generate source code of a function at run time for speed",
    files: ["v4/core/doc.ts", "v4/core/compile.ts", "v4/core/schemas.ts"],
  },
  { ask: "error messages in German", files: ["v4/locales/de.ts"] },
  { ask: "ISO dates and durations", files: ["v4/core/regexes.ts", "v4/classic/iso.ts", "v4/mini/iso.ts"] },
  { ask: "make all nested properties optional", files: ["v4/classic/deep-partial.ts", "v4/mini/deep-partial.ts"] },
  { ask: "names kept for older versions", files: ["v4/classic/compat.ts"] },
  { ask: "merge two object shapes or omit keys", files: ["v4/core/util.ts", "v4/classic/schemas.ts"] },
  { ask: "global configuration such as the language of messages", files: ["v4/core/core.ts"] },
  { ask: "common interface for validators of other libraries", files: ["v4/core/standard-schema.ts"] },
];
