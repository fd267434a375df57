import * as z from "zod";

/** The form control for a setting's JSON Schema. */
const formSchema = z.union([
  z.object({ type: z.literal("boolean") }).transform(() => ({ type: "flag" as const })),
  z
    .object({ type: z.enum(["number", "integer"]), minimum: z.number().optional(), maximum: z.number().optional() })
    .transform(({ type, minimum, maximum }) => ({
      type: "number" as const,
      isInteger: type === "integer",
      minimum,
      maximum,
    })),
  z.object({ type: z.literal("string"), enum: z.array(z.string()) }).transform((found) => ({
    type: "choice" as const,
    options: found.enum,
  })),
  z.object({ type: z.literal("string") }).transform(() => ({ type: "text" as const })),
  z
    .object({ type: z.literal("array"), items: z.object({ type: z.literal("string") }) })
    .transform(() => ({ type: "lines" as const })),
]);
export type SettingForm = z.infer<typeof formSchema>;

const schemaOf = z.object({ properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })) });

export interface DescribedSetting {
  readonly key: string;
  readonly description: string;
  /** undefined if it can only be edited in the file. */
  readonly form: SettingForm | undefined;
}

/** All settings of the server, each with its form control. */
export function describeSettings(schema: unknown): readonly DescribedSetting[] {
  const { properties } = schemaOf.parse(schema);
  return Object.entries(properties).map(([key, property]) => ({
    key,
    description: property.description ?? "",
    form: formSchema.safeParse(property).data,
  }));
}
