import { isRecord } from "../catalog/canonical-json.ts";
import { cleanLine, cleanText } from "../catalog/clean-text.ts";

export type FieldValue = string | number | boolean | string[];

/** One thing that a form asks for. */
export interface FormField {
  readonly name: string;
  readonly type: "string" | "number" | "integer" | "boolean" | "array";
  readonly question: string;
  readonly suggestions: readonly string[];
  /** Values that may be chosen, by what they are called. */
  readonly choices: ReadonlyMap<string, string>;
  readonly isRequired: boolean;
  readonly initial: FieldValue | undefined;
}

const [maxNameLength, maxTextLength, maxChoices] = [100, 500, 50];

/** The fields of a form: a flat object of plain values, as the protocol has it. */
export function formFields(schema: unknown): FormField[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    isRecord(property) ? [fieldOf(name, property, required.includes(name))] : [],
  );
}

/** The person's words as the field's value; nothing said takes what is proposed, or leaves the field out. */
export function parseAnswer(
  { type, choices, isRequired, initial }: FormField,
  answer: string,
): { value: FieldValue | undefined } | { problem: string } {
  const said = answer.trim();
  if (said === "") {
    if (initial !== undefined || !isRequired) return { value: initial };
    return { problem: "This must be answered." };
  }
  if (type === "array") return parseChoices(said, choices);
  if (choices.size > 0) {
    const chosen = choose(said, choices);
    return chosen === undefined ? { problem: "That is none of the choices." } : { value: chosen };
  }
  if (type === "boolean") return parseBoolean(said);
  if (type === "string") return { value: said };
  const number = Number(said.replace(",", "."));
  if (!Number.isFinite(number) || (type === "integer" && !Number.isInteger(number))) {
    return { problem: type === "integer" ? "That is no whole number." : "That is no number." };
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
  const several = type === "array" ? " Several may be named, with commas between them." : "";
  const proposed = initial === undefined ? "" : ` Without an answer: ${String(initial)}.`;
  const names = type === "boolean" ? ["Yes", "No"] : [...choices.keys()];
  return {
    name,
    type,
    choices,
    isRequired,
    initial,
    suggestions: initial === undefined || names.length > 0 ? names : [String(initial)],
    question: `${title}${optional}${about === "" ? "?" : `: ${about}`}${several}${proposed}`,
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

function parseChoices(said: string, choices: ReadonlyMap<string, string>): { value: string[] } | { problem: string } {
  const words = said
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  if (choices.size === 0) return { value: words };
  const chosen = words.map((word) => choose(word, choices));
  const known = chosen.filter((value) => value !== undefined);
  return known.length < words.length ? { problem: "One of these is none of the choices." } : { value: known };
}

function choose(said: string, choices: ReadonlyMap<string, string>): string | undefined {
  const lower = said.toLowerCase();
  return [...choices].find(([name, value]) => name.toLowerCase() === lower || value.toLowerCase() === lower)?.[1];
}

function parseBoolean(said: string): { value: boolean } | { problem: string } {
  if (/^(y|yes|true|on|1)$/i.test(said)) return { value: true };
  return /^(n|no|false|off|0)$/i.test(said) ? { value: false } : { problem: "Answer yes or no." };
}
