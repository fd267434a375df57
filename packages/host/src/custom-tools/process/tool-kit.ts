import * as z from "zod";

/** Gives a tool its types; what it gets is what it returns. */
export function defineCustomTool<Tool>(tool: Tool): Tool {
  return tool;
}

const kits: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // The name that tools written for Roo Code import.
  "@roo-code/types": { parametersSchema: z, defineCustomTool },
  zod: { ...z },
  "zod/v4": { ...z },
};

const place = "rooToolKits";

/** Makes modules that a tool may import without having installed them; by name, the address of each. */
export function provideKits(): Record<string, string> {
  Object.defineProperty(globalThis, place, { value: kits });
  return Object.fromEntries(Object.entries(kits).map(([name, kit]) => [name, addressOf(name, kit)]));
}

/** Numbered, because an export may be called `enum` or `null`, which no variable can. */
function addressOf(name: string, kit: Readonly<Record<string, unknown>>): string {
  const lines = Object.keys(kit).map(
    (key, index) => `const e${index} = kit[${JSON.stringify(key)}]; export { e${index} as ${key} };`,
  );
  const source = `const kit = globalThis.${place}[${JSON.stringify(name)}];\n${lines.join("\n")}`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
