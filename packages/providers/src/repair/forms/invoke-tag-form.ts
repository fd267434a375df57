import { readParameters } from "./tagged-values.ts";
import type { TextForm } from "./text-form.ts";

/** Namespace prefixes that models add to the tag's name. */
const prefix = "(?:[a-z]{1,20}:|\\uff5cDSML\\uff5c)?";

/** `<invoke name="…"><parameter name="…">…</parameter></invoke>`. */
export const invokeTagForm: TextForm = {
  id: "invoke-tag",
  isMarked: true,
  opener: () => `<${prefix}invoke\\s`,
  prefixes: () => ["<invoke ", "<function_calls>", "<\uff5cDSML\uff5c"],
  read(scan, at) {
    const opener = scan.match(new RegExp(`<(${prefix})invoke\\s{1,9}name=["']([^"'<>]{1,200})["']\\s{0,9}>`, "y"), at);
    if (!opener) return undefined;
    const space = opener[1] ?? "";
    return readParameters(scan, at + opener[0].length, {
      name: opener[2] ?? "",
      parameter: new RegExp(`<${space}parameter\\s{1,9}name=["']([^"'<>]{1,200})["'][^<>]{0,99}>`, "y"),
      parameterEnd: `</${space}parameter>`,
      end: `</${space}invoke>`,
    });
  },
};
