import type { NamedCall } from "@roo-code/types";
import { isRecord } from "../loose-input.ts";
import type { Alias } from "./alias.ts";
import { browserAliases } from "./browser-aliases.ts";
import { commandAliases } from "./command-aliases.ts";
import { editAliases } from "./edit-aliases.ts";
import { flowAliases } from "./flow-aliases.ts";
import { readAliases } from "./read-aliases.ts";

/** By name, in lower case with `_`. */
const aliases: ReadonlyMap<string, Alias> = new Map([
  ...readAliases,
  ...editAliases,
  ...commandAliases,
  ...browserAliases,
  ...flowAliases,
]);

/** See `CallTranslator`. Input that is not an object is passed on: the tool reports it. */
export function translateAlias({ name, input }: NamedCall): NamedCall | undefined {
  const alias = aliases.get(name);
  if (!alias) return undefined;
  return isRecord(input) ? alias(input) : { ...alias({}), input };
}
