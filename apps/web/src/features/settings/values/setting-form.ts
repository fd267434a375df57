import * as z from "zod";

/** What a setting's JSON Schema says about its form, as far as a form is made from it. */
const formSchema = z.union([
  z.object({ type: z.literal("boolean") }).transform(() => ({ type: "flag" as const })),
  z
    .object({ type: z.enum(["number", "integer"]), minimum: z.number().optional(), maximum: z.number().optional() })
    .transform(({ type, minimum, maximum }) => ({
      type: "number" as const,
      isWhole: type === "integer",
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
  /** undefined where only the file itself can say it. */
  readonly form: SettingForm | undefined;
}

/** Every setting that the server knows, with how it can be edited. */
export function describeSettings(schema: unknown): readonly DescribedSetting[] {
  const { properties } = schemaOf.parse(schema);
  return Object.entries(properties).map(([key, property]) => ({
    key,
    description: property.description ?? "",
    form: formSchema.safeParse(property).data,
  }));
}
