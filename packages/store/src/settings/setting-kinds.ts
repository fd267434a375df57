import { approvalKinds, browserNetworks, kindsInAll, sandboxChoices, untrustedChoices } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import { isApprovalRule } from "./approval-rules.ts";

/** A kind of value: what people are told it must be, whether something is one, and how to write it in a variable. */
export interface SettingKind {
  readonly mustBe: string;
  accepts(value: unknown): boolean;
  /** The value that a text stands for; one that is not accepted when it stands for none. */
  fromText(text: string): unknown;
}

export const settingKinds = {
  text: {
    mustBe: "a text",
    accepts: (value) => typeof value === "string",
    fromText: (text) => text,
  },
  flag: {
    mustBe: "true or false",
    accepts: (value) => typeof value === "boolean",
    fromText: (text) => flags.get(text.toLowerCase()),
  },
  count: {
    mustBe: "a whole number above 0",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    fromText: toNumber,
  },
  amount: {
    mustBe: "a number above 0",
    accepts: (value) => Number.isFinite(value) && Number(value) > 0,
    fromText: toNumber,
  },
  share: {
    mustBe: "a number from 5 to 100",
    accepts: (value) => Number.isFinite(value) && Number(value) >= 5 && Number(value) <= 100,
    fromText: toNumber,
  },
  approvals: {
    mustBe: `a list of ${approvalKinds.join(", ")}`,
    accepts: (value) => Array.isArray(value) && value.every((word) => approvalKinds.includes(word)),
    fromText: (text) => splitList(text).flatMap((word): readonly string[] => (word === "all" ? kindsInAll : [word])),
  },
  rules: {
    mustBe: "a list of rules, each with an action and what it is about: kind, path, command, host or tool",
    accepts: (value) => Array.isArray(value) && value.every(isApprovalRule),
    fromText: toParsed,
  },
  sandbox: choice(sandboxChoices),
  untrusted: choice(untrustedChoices),
  network: {
    mustBe: "none, all, or a list of hosts",
    accepts: (value) => value === "none" || value === "all" || isTextList(value),
    fromText: (text) => (text === "none" || text === "all" ? text : splitList(text)),
  },
  browserNetwork: {
    mustBe: browserNetworks.join(", "),
    accepts: isAbsentOrOneOf(...browserNetworks),
    fromText: (text) => text,
  },
  hosts: {
    mustBe: "a list of hosts",
    accepts: isTextList,
    fromText: splitList,
  },
  protocols: {
    mustBe: "a list of https, ssh, http, file",
    accepts: (value) => Array.isArray(value) && value.every((word) => ["https", "ssh", "http", "file"].includes(word)),
    fromText: splitList,
  },
  names: {
    mustBe: "names by name, such as code=main",
    accepts: (value) => isRecord(value) && Object.values(value).every((name) => typeof name === "string"),
    fromText: (text) => toRecord(splitList(text)),
  },
  embeddings: {
    mustBe: "an object with embedder, model, baseUrl, dimensions, store or storeUrl",
    accepts: (value) => isRecord(value) && embeddingFields.every(([key, accepts]) => accepts(value[key])),
    fromText: toParsed,
  },
} as const satisfies Readonly<Record<string, SettingKind>>;

function choice(words: readonly string[]): SettingKind {
  return { mustBe: words.join(", "), accepts: isAbsentOrOneOf(...words), fromText: (text) => text };
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

type FieldCheck = readonly [key: string, accepts: (value: unknown) => boolean];

/** Each may be absent. */
const embeddingFields: readonly FieldCheck[] = [
  ["embedder", isAbsentOrOneOf("local", "openai", "gemini", "mistral", "ollama", "openai-compatible")],
  ["dimensions", (value) => value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)],
  ["store", isAbsentOrOneOf("embedded", "qdrant", "pgvector")],
  ...["model", "baseUrl", "storeUrl"].map(
    (key): FieldCheck => [key, (value) => value === undefined || typeof value === "string"],
  ),
];

function isAbsentOrOneOf(...words: readonly string[]): (value: unknown) => boolean {
  return (value) => value === undefined || (typeof value === "string" && words.includes(value));
}

function toParsed(text: string): unknown {
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
