import { isRecord } from "../catalog/canonical-json.ts";
import { cleanLine, cleanText } from "../catalog/clean-text.ts";

export type FieldValue = string | number | boolean | string[];

/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly type: "string" | "number" | "integer" | "boolean" | "array";
  readonly question: string;
  readonly suggestions: readonly string[];
  /** Allowed values, by their display names. */
  readonly choices: ReadonlyMap<string, string>;
  readonly isRequired: boolean;
  readonly initial: FieldValue | undefined;
}

const [maxNameLength, maxTextLength, maxChoices] = [100, 500, 50];

/** The fields of a form, which the protocol defines as a flat object of primitive values. */
export function formFields(schema: unknown): FormField[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    isRecord(property) ? [fieldOf(name, property, required.includes(name))] : [],
  );
}

/** Parses the user's answer as the field's value; an empty answer takes the default, or omits the field. */
export function parseAnswer(
  { type, choices, isRequired, initial }: FormField,
  answer: string,
): { value: FieldValue | undefined } | { problem: string } {
  const text = answer.trim();
  if (text === "") {
    if (initial !== undefined || !isRequired) return { value: initial };
    return { problem: "An answer is required." };
  }
  if (type === "array") return parseChoices(text, choices);
  if (choices.size > 0) {
    const chosen = choose(text, choices);
    return chosen === undefined ? { problem: "This is not one of the choices." } : { value: chosen };
  }
  if (type === "boolean") return parseBoolean(text);
  if (type === "string") return { value: text };
  const number = Number(text.replace(",", "."));
  if (!Number.isFinite(number) || (type === "integer" && !Number.isInteger(number))) {
    return { problem: type === "integer" ? "This is not an integer." : "This is not a number." };
  }
  return { value: number };
}

function fieldOf(name: string, property: Record<string, unknown>, isRequired: boolean): FormField {
  const type = typeOf(property.type);
  const choices = choicesOf(type === "array" ? property.items : property);
  const initial = initialOf(property.default, type);
  const title = cleanLine(property.title ?? name, maxNameLength);
  const about = cleanText(property.description, maxTextLength);
  const optional = isRequired ? "" : " (optional)";
  const several = type === "array" ? " Separate several answers with commas." : "";
  const fallback = initial === undefined ? "" : ` Default: ${String(initial)}.`;
  const names = type === "boolean" ? ["Yes", "No"] : [...choices.keys()];
  return {
    name,
    type,
    choices,
    isRequired,
    initial,
    suggestions: initial === undefined || names.length > 0 ? names : [String(initial)],
    question: `${title}${optional}${about === "" ? "?" : `: ${about}`}${several}${fallback}`,
  };
}

function typeOf(type: unknown): FormField["type"] {
  return type === "number" || type === "integer" || type === "boolean" || type === "array" ? type : "string";
}

/** `enum`, with `enumNames` beside it, or values with titles in `oneOf` and `anyOf`. */
function choicesOf(schema: unknown): Map<string, string> {
  if (!isRecord(schema)) return new Map();
  const forms = [schema.oneOf, schema.anyOf].find(Array.isArray) ?? [];
  const titled = forms
    .filter(isRecord)
    .flatMap(({ const: value, title }) =>
      typeof value === "string" ? [[cleanLine(title ?? value, maxNameLength), value] as const] : [],
    );
  const values: unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const names: unknown[] = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  const plain = values.flatMap((value, index) =>
    typeof value === "string" ? [[cleanLine(names[index] ?? value, maxNameLength), value] as const] : [],
  );
  return new Map([...titled, ...plain].slice(0, maxChoices));
}

function initialOf(value: unknown, type: FormField["type"]): FieldValue | undefined {
  if (type === "array") return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
  if (typeof value === "number") return type === "number" || type === "integer" ? value : undefined;
  return (typeof value === "string" || typeof value === "boolean") && typeof value === type ? value : undefined;
}

function parseChoices(text: string, choices: ReadonlyMap<string, string>): { value: string[] } | { problem: string } {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (choices.size === 0) return { value: parts };
  const chosen = parts.map((part) => choose(part, choices));
  const known = chosen.filter((value) => value !== undefined);
  return known.length < parts.length ? { problem: "One of these is not one of the choices." } : { value: known };
}

function choose(text: string, choices: ReadonlyMap<string, string>): string | undefined {
  const lower = text.toLowerCase();
  return [...choices].find(([name, value]) => name.toLowerCase() === lower || value.toLowerCase() === lower)?.[1];
}

function parseBoolean(text: string): { value: boolean } | { problem: string } {
  if (/^(y|yes|true|on|1)$/i.test(text)) return { value: true };
  return /^(n|no|false|off|0)$/i.test(text) ? { value: false } : { problem: "Answer yes or no." };
}
