import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** Prompts are `.md` files that bundler and tests load as text; bare node must be told. */
export function loadMarkdownAsText(): void {
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith(".md")) return next(url, context);
      const text = readFileSync(fileURLToPath(url), "utf8");
      return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
    },
  });
}
