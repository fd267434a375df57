import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** Lets Node import `.md` files as text, as the build does. To be called before the product is imported. */
export function loadTextFiles(): void {
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith(".md")) return next(url, context);
      const text = readFileSync(fileURLToPath(url), "utf8");
      return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
    },
  });
}
