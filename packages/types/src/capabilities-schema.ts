import * as z from "zod";
import type { Capabilities } from "./capabilities.ts";
import { toolGroupSchema } from "./mode.ts";

const noneOrAll = z.enum(["none", "all"]);

export const capabilitiesSchema = z.object({
  groups: z.array(toolGroupSchema).readonly(),
  write: z.union([noneOrAll, z.object({ patterns: z.array(z.array(z.string()).readonly()).readonly() })]),
  exec: z.boolean(),
  network: z.union([noneOrAll, z.object({ hosts: z.array(z.string()).readonly() })]),
}) satisfies z.ZodType<Capabilities>;
