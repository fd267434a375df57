import { resolve } from "node:path";
import type { TaskStatus } from "@roo-code/types";
import { wordsOf } from "./find-terms.ts";

/** Consecutive words; with `isPrefix` the last one only needs to start with it. */
export interface Term {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

export interface HistoryQuery {
  /** A passage must contain all of them. Without any, nothing is found. */
  readonly terms: readonly Term[];
  /** The task's folder, or a parent of it. */
  readonly cwd?: string;
  readonly status?: TaskStatus;
  /** The task was active at this time or later, in milliseconds. */
  readonly since?: number;
}

export interface QueryContext {
  /** What `cwd:.` means. */
  readonly cwd: string;
  readonly now: number;
}

const maxQueryLength = 1000;
const maxTerms = 32;
const dayMs = 86_400_000;

/**
 * Words, "exact phrases", prefixes* and the filters `cwd:`, `status:`, `since:`. Never fails: an invalid filter such as
 * `status:404` is treated as words.
 */
export function parseHistoryQuery(text: string, context: QueryContext): HistoryQuery {
  const terms: Term[] = [];
  let filters: Omit<HistoryQuery, "terms"> = {};
  for (const [piece, key, quotedValue, bareValue, phrase, phraseStar] of text
    .slice(0, maxQueryLength)
    .matchAll(pieces)) {
    const filter = key ? filterOf(key.toLowerCase(), quotedValue ?? bareValue ?? "", context) : undefined;
    if (filter) {
      filters = { ...filters, ...filter };
      continue;
    }
    const term = termOf(phrase ?? piece, phrase === undefined ? piece.endsWith("*") : phraseStar === "*");
    if (term && terms.length < maxTerms) terms.push(term);
  }
  return { terms, ...filters };
}

/** A filter, a phrase (its closing quote may be missing), or anything up to the next space. */
const pieces = /(cwd|status|since):(?:"([^"]*)"|([^\s"]+))|"([^"]*)(?:"(\*?)|$)|[^\s"]+/giu;

function termOf(text: string, isPrefix: boolean): Term | undefined {
  const words = Array.from(wordsOf(text), ({ word }) => word);
  return words.length > 0 ? { words, isPrefix } : undefined;
}

function filterOf(key: string, value: string, { cwd, now }: QueryContext): Omit<HistoryQuery, "terms"> | undefined {
  if (key === "cwd") return value ? { cwd: resolve(cwd, value) } : undefined;
  if (key === "status") {
    const status = statuses.find((known) => known === value.toLowerCase());
    return status && { status };
  }
  const since = timeOf(value, now);
  return since === undefined ? undefined : { since };
}

const statuses: readonly TaskStatus[] = [
  "completed",
  "failed",
  "limit",
  "denied",
  "aborted",
  "running",
  "interrupted",
  "damaged",
];

/** `2030-01-31` (and anything longer of that kind), `12h`, `7d`, `2w`, `today`, `yesterday`. */
function timeOf(text: string, now: number): number | undefined {
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/i.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (unitMs[unit.toLowerCase()] ?? dayMs);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (/^today$/i.test(text)) return midnight;
  if (/^yesterday$/i.test(text)) return midnight - dayMs;
  const time = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const unitMs: Readonly<Record<string, number>> = { h: dayMs / 24, d: dayMs, w: 7 * dayMs };
