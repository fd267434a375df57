import { isRecord } from "../import/plain-value.ts";

/** Shorter values would also match unrelated text. */
const minLength = 6;
const replacement = "[redacted]";

/** Replaces known secrets in a text, also if they are quoted, URL-encoded, or in base64, alone or among other bytes. */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set([...secrets].filter((secret) => secret.length >= minLength).flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // Longest first, or only part of an encoding would be replaced.
  const byLength = [...forms].sort((left, right) => right.length - left.length);
  const anyForm = new RegExp(byLength.map(escapeForRegExp).join("|"), "g");
  return (text) => text.replace(anyForm, replacement);
}

function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret.toWellFormed());
  const lowercase = encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const asForm = encoded.replaceAll("%20", "+");
  return [secret, quoted, encoded, lowercase, asForm, ...base64FormsOf(secret)].filter(
    (form) => form.length >= minLength,
  );
}

/**
 * The base64 of bytes that contain the secret depends on its offset modulo three. Characters that also encode bits of
 * neighboring bytes are dropped.
 */
function base64FormsOf(secret: string): string[] {
  const inside = [0, 1, 2].map((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
    const skipped = bytesBefore === 0 ? 0 : bytesBefore + 1;
    return bytes.toString("base64").slice(skipped, Math.floor((bytes.length * 8) / 6));
  });
  const whole = Buffer.from(secret).toString("base64");
  return [whole, ...inside].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Redacts every string inside a value, including keys; images stay unchanged. Returns the same value. */
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
