import type { ConfigurationEntry, ConfigurationRoot } from "../files/configuration-root.ts";
import { type ParseCache, stampOf } from "../files/parse-cache.ts";
import { type Frontmatter, parseFrontmatter } from "./frontmatter.ts";
import { isRecord } from "./is-record.ts";
import type { ParseOutcome } from "./parse-outcome.ts";

const maxFileBytes = 100_000;

/** A Markdown file with its fields, which are parsed anew only when it has changed; undefined, with a notice, for what is no text. */
export async function readFrontmatter(
  root: ConfigurationRoot,
  file: ConfigurationEntry,
  cache: ParseCache,
): Promise<Frontmatter | undefined> {
  const kept = cache.find(file.path);
  const stamp = isOutcome(kept) ? undefined : stampOf(file.path);
  const text = root.readWhole(file, maxFileBytes);
  if (text === undefined) return undefined;
  return parseFrontmatter(text, async (yaml) => {
    if (isOutcome(kept)) return kept;
    const { parseYaml } = await import("./parse-yaml.ts");
    const outcome = plainOutcome(await parseYaml(yaml));
    cache.keep(file.path, stamp, outcome);
    return outcome;
  });
}

/** As the cache gives it back: the first start must not know more than the next. */
function plainOutcome(outcome: ParseOutcome): ParseOutcome {
  return "problem" in outcome ? outcome : { value: JSON.parse(JSON.stringify(outcome.value ?? {})) };
}

function isOutcome(kept: unknown): kept is ParseOutcome {
  return isRecord(kept) && (Object.hasOwn(kept, "value") || typeof kept.problem === "string");
}
