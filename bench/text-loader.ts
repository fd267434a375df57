import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** Loads .md and .sql files as text, as the bundler and the tests do. */
export function loadTextFiles(): void {
  registerHooks({
    load(url, context, next) {
      if (!/\.(md|sql)$/.test(url)) return next(url, context);
      const text = readFileSync(fileURLToPath(url), "utf8");
      return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
    },
  });
}
