import { approvalKinds, browserNetworks, kindsInAll, sandboxChoices, untrustedChoices } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import { isApprovalRule } from "./is-approval-rule.ts";

/** A kind of value: its description in messages, its check, and how to parse it from an environment variable. */
export interface SettingKind {
  readonly expected: string;
  accepts(value: unknown): boolean;
  /** The parsed value; one that `accepts` refuses when the text cannot be parsed. */
  fromText(text: string): unknown;
}

export const settingKinds = {
  text: {
    expected: "a string",
    accepts: (value) => typeof value === "string",
    fromText: (text) => text,
  },
  flag: {
    expected: "true or false",
    accepts: (value) => typeof value === "boolean",
    fromText: (text) => flags.get(text.toLowerCase()),
  },
  count: {
    expected: "a whole number above 0",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    fromText: toNumber,
  },
  amount: {
    expected: "a number above 0",
    accepts: (value) => Number.isFinite(value) && Number(value) > 0,
    fromText: toNumber,
  },
  share: {
    expected: "a number from 5 to 100",
    accepts: (value) => Number.isFinite(value) && Number(value) >= 5 && Number(value) <= 100,
    fromText: toNumber,
  },
  approvals: {
    expected: `a list of ${approvalKinds.join(", ")}`,
    accepts: (value) => Array.isArray(value) && value.every((word) => approvalKinds.includes(word)),
    fromText: (text) => splitList(text).flatMap((word): readonly string[] => (word === "all" ? kindsInAll : [word])),
  },
  rules: {
    expected: "a list of rules, each with an action and a kind, path, command, host or tool",
    accepts: (value) => Array.isArray(value) && value.every(isApprovalRule),
    fromText: parseJson,
  },
  sandbox: choice(sandboxChoices),
  untrusted: choice(untrustedChoices),
  network: {
    expected: "none, all, or a list of hosts",
    accepts: (value) => value === "none" || value === "all" || isStringList(value),
    fromText: (text) => (text === "none" || text === "all" ? text : splitList(text)),
  },
  browserNetwork: {
    expected: browserNetworks.join(", "),
    accepts: isAbsentOrOneOf(...browserNetworks),
    fromText: (text) => text,
  },
  hosts: {
    expected: "a list of hosts",
    accepts: isStringList,
    fromText: splitList,
  },
  protocols: {
    expected: "a list of https, ssh, http, file",
    accepts: (value) => Array.isArray(value) && value.every((word) => ["https", "ssh", "http", "file"].includes(word)),
    fromText: splitList,
  },
  names: {
    expected: "an object of names, or a list such as code=main",
    accepts: (value) => isRecord(value) && Object.values(value).every((name) => typeof name === "string"),
    fromText: (text) => toRecord(splitList(text)),
  },
  embeddings: {
    expected: "an object with embedder, model, baseUrl, dimensions, store or storeUrl",
    accepts: (value) => isRecord(value) && embeddingFields.every(([key, accepts]) => accepts(value[key])),
    fromText: parseJson,
  },
} as const satisfies Readonly<Record<string, SettingKind>>;

function choice(choices: readonly string[]): SettingKind {
  return { expected: choices.join(", "), accepts: isAbsentOrOneOf(...choices), fromText: (text) => text };
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

type FieldCheck = readonly [key: string, accepts: (value: unknown) => boolean];

/** All are optional. */
const embeddingFields: readonly FieldCheck[] = [
  ["embedder", isAbsentOrOneOf("local", "openai", "gemini", "mistral", "ollama", "openai-compatible")],
  ["dimensions", (value) => value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)],
  ["store", isAbsentOrOneOf("embedded", "qdrant", "pgvector")],
  ...["model", "baseUrl", "storeUrl"].map(
    (key): FieldCheck => [key, (value) => value === undefined || typeof value === "string"],
  ),
];

function isAbsentOrOneOf(...choices: readonly string[]): (value: unknown) => boolean {
  return (value) => value === undefined || (typeof value === "string" && choices.includes(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["0", false],
  ["no", false],
  ["off", false],
]);

function toNumber(text: string): number {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function splitList(text: string): string[] {
  return text.split(",").flatMap((word) => word.trim() || []);
}

function toRecord(pairs: readonly string[]): unknown {
  const entries = pairs.map((pair) => pair.split("=").map((part) => part.trim()));
  const areNamed = entries.every(([name, value, ...rest]) => name && value && rest.length === 0);
  return areNamed ? Object.fromEntries(entries) : undefined;
}
