import { isRecord, type JsonRecord } from "../json-value.ts";

/**
 * Whether a guessed object holds what the text says: nothing lost, nothing added but punctuation between values, each
 * string and key a piece of the text in the text's order, and the text's last bracket no part of a string.
 */
export function isFaithful(guessed: JsonRecord, text: string): boolean {
  const said = decodeEscapes(text.trimEnd());
  if (skeleton(said) !== skeleton(decodeEscapes(JSON.stringify(guessed)))) return false;
  let at = 0;
  for (const leaf of leaves(guessed)) {
    const found = said.indexOf(leaf, at);
    if (found < 0) return false;
    at = found + leaf.length;
  }
  return at < said.length;
}

function decodeEscapes(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g, (_, code?: string, letter?: string) =>
    code === undefined ? (escapes[letter ?? ""] ?? letter ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function skeleton(text: string): string {
  return text.replaceAll(/[\s"',:{}[\]\\]+/g, "");
}

function* leaves(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item);
  else if (isRecord(value)) {
    for (const [key, member] of Object.entries(value)) {
      yield key;
      yield* leaves(member);
    }
  }
}
