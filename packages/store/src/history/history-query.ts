import { resolve } from "node:path";
import type { TaskStatus } from "@roo-code/types";
import { wordsOf } from "./words.ts";

/** Words that must stand one after the other; of the last, a beginning is enough where `isPrefix`. */
export interface Term {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

export interface HistoryQuery {
  /** A passage must hold all of them. Without one, nothing is found. */
  readonly terms: readonly Term[];
  /** The task's folder, or one above it. */
  readonly cwd?: string;
  readonly status?: TaskStatus;
  /** The task went on at this time or later, in milliseconds. */
  readonly since?: number;
}

export interface QuerySurroundings {
  /** What `cwd:.` means. */
  readonly cwd: string;
  readonly now: number;
}

const longestQuery = 1000;
const mostTerms = 32;
const dayMs = 86_400_000;

/**
 * Words, "exact phrases", beginnings* and the filters `cwd:`, `status:`, `since:`. Never fails: what is no filter, such
 * as `status:404`, is words.
 */
export function parseHistoryQuery(text: string, surroundings: QuerySurroundings): HistoryQuery {
  const terms: Term[] = [];
  let filters: Omit<HistoryQuery, "terms"> = {};
  for (const [piece, key, quotedValue, bareValue, phrase, phraseStar] of text.slice(0, longestQuery).matchAll(pieces)) {
    const filter = key ? filterOf(key.toLowerCase(), quotedValue ?? bareValue ?? "", surroundings) : undefined;
    if (filter) {
      filters = { ...filters, ...filter };
      continue;
    }
    const term = termOf(phrase ?? piece, phrase === undefined ? piece.endsWith("*") : phraseStar === "*");
    if (term && terms.length < mostTerms) terms.push(term);
  }
  return { terms, ...filters };
}

/** A filter, a phrase (its closing quote may be missing), or anything up to the next space. */
const pieces = /(cwd|status|since):(?:"([^"]*)"|([^\s"]+))|"([^"]*)(?:"(\*?)|$)|[^\s"]+/giu;

function termOf(text: string, isPrefix: boolean): Term | undefined {
  const words = Array.from(wordsOf(text), ({ word }) => word);
  return words.length > 0 ? { words, isPrefix } : undefined;
}

function filterOf(
  key: string,
  value: string,
  { cwd, now }: QuerySurroundings,
): Omit<HistoryQuery, "terms"> | undefined {
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
