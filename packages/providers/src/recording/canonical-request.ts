import { isRecord } from "../json-value.ts";
import type { RecordedRequest } from "./recording.ts";

/** Fields of a body that name the task or the person, and so differ each time. */
const volatileFields: ReadonlySet<string> = new Set(["prompt_cache_key", "safety_identifier", "user", "metadata"]);

/** What must be the same for a recording to answer a request: text to compare by. Headers do not count. */
export function canonicalRequest({ method, url, body }: RecordedRequest): string {
  return JSON.stringify([method, url, sorted(stable(body))]);
}

function stable(body: unknown): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !volatileFields.has(name)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

/** The path of the first place where two requests differ, like `body.messages[2].content`. */
export function firstDifference(one: RecordedRequest, other: RecordedRequest): string | undefined {
  if (one.method !== other.method) return "method";
  if (one.url !== other.url) return "url";
  return differenceAt(stable(one.body), stable(other.body), "body");
}

function differenceAt(one: unknown, other: unknown, path: string): string | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    const indexes = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index);
    return firstOf(indexes, (index) => differenceAt(one[index], other[index], `${path}[${index}]`));
  }
  if (isRecord(one) && isRecord(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return firstOf(names, (name) => differenceAt(one[name], other[name], `${path}.${name}`));
  }
  return one === other ? undefined : path;
}

function firstOf<Item>(items: readonly Item[], look: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
