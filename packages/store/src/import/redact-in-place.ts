import { isRecord } from "./plain-value.ts";

/** Changes every text inside a value, names of fields included; images stay as they are. Returns the same value. */
export function redactInPlace<Value extends object>(value: Value, redact: (text: string) => string): Value {
  if (Array.isArray(value)) redactList(value, redact);
  else if (isRecord(value)) redactRecord(value, redact);
  return value;
}

function redactList(list: unknown[], redact: (text: string) => string): void {
  for (const [index, item] of list.entries()) {
    if (typeof item === "string") list[index] = redact(item);
    else if (typeof item === "object" && item !== null) redactInPlace(item, redact);
  }
}

function redactRecord(record: Record<string, unknown>, redact: (text: string) => string): void {
  const isImage = record.type === "image" && typeof record.mediaType === "string";
  for (const [key, item] of Object.entries(record)) {
    const name = redact(key);
    if (typeof item === "object" && item !== null) redactInPlace(item, redact);
    const changed = typeof item === "string" && !(isImage && key === "data") ? redact(item) : item;
    if (name !== key) delete record[key];
    record[name] = changed;
  }
}
