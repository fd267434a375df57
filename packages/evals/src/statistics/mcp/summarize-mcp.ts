import { ascending, groups, sum } from "d3-array";
import { type Distribution, distributionOf } from "../distribution.ts";
import { type PassRate, passRate } from "../pass-rate.ts";
import { type RepeatedTries, repeatedTries } from "../repeated-tries.ts";
import type { Average, CallCounts, ToolSelection } from "./call-metrics.ts";
import { averageByIntent, countCalls, toolSelection } from "./call-metrics.ts";
import { callsOf, type McpGold, type McpTrial } from "./mcp-trial.ts";

/** The metrics of all trials of one server, or of one of its intents. */
export interface McpMetrics {
  readonly trials: number;
  readonly intents: number;
  /** The success rate of graded trials, clustered by intent. */
  readonly success: PassRate;
  readonly repeatedTries: readonly RepeatedTries[];
  /** These three and path efficiency are null if no intent names the tools it needs. */
  readonly precision: Average | null;
  readonly recall: Average | null;
  readonly firstCallAccuracy: Average | null;
  readonly calls: CallCounts;
  /** The share of graded trials with a failed call that succeeded anyway. */
  readonly recoveryRate: Average | null;
  readonly steps: Distribution | null;
  /** Minimum calls ÷ calls made, at most 1, of successful trials only: giving up early is not efficient. */
  readonly pathEfficiency: Average | null;
  /** Per call, in milliseconds. */
  readonly latency: Distribution | null;
  /** Per successful connection, in milliseconds. */
  readonly connecting: Distribution | null;
  /** All answers of a trial together. */
  readonly responseBytes: Distribution | null;
  readonly cost: { readonly total: number; readonly perSuccess: number | null; readonly unpricedTrials: number };
}

export interface McpServerSummary {
  readonly server: string;
  readonly metrics: McpMetrics;
  readonly byIntent: readonly { readonly intent: string; readonly text: string; readonly metrics: McpMetrics }[];
}

/** One row for each server, by name. */
export function summarizeMcp(trials: readonly McpTrial[]): McpServerSummary[] {
  return groups(trials, ({ server }) => server)
    .map(([server, ofServer]) => ({
      server,
      metrics: measureMcp(ofServer),
      byIntent: groups(ofServer, ({ intent }) => intent.id).map(([intent, ofIntent]) => ({
        intent,
        text: ofIntent[0]?.intent.text ?? "",
        metrics: measureMcp(ofIntent),
      })),
    }))
    .sort((left, right) => ascending(left.server, right.server));
}

export function measureMcp(trials: readonly McpTrial[]): McpMetrics {
  const results = resultsByIntent(trials);
  const calls = trials.map(callsOf);
  const average = (measure: (trial: McpTrial) => number | null) => averageByIntent(trials, measure);
  return {
    trials: trials.length,
    intents: results.length,
    success: passRate(results),
    repeatedTries: repeatedTries(results),
    precision: average((trial) => selectionOf(trial)?.precision ?? null),
    recall: average((trial) => selectionOf(trial)?.recall ?? null),
    firstCallAccuracy: average((trial) => {
      const selection = selectionOf(trial);
      return selection && Number(selection.isFirstRight);
    }),
    calls: countCalls(calls),
    recoveryRate: average((trial) =>
      hasFailedCall(trial) && trial.succeeded !== null ? Number(trial.succeeded) : null,
    ),
    steps: distributionOf(calls.map(({ length }) => length)),
    pathEfficiency: average((trial) => (trial.succeeded === true ? pathEfficiency(trial) : null)),
    latency: distributionOf(calls.flat().map(({ durationMs }) => durationMs)),
    connecting: distributionOf(trials.flatMap(connectionTimes)),
    responseBytes: distributionOf(calls.map((ofTrial) => sum(ofTrial, ({ responseSize }) => responseSize))),
    cost: costOf(trials),
  };
}

function resultsByIntent(trials: readonly McpTrial[]) {
  return groups(trials, ({ intent }) => intent.id).map(([, ofIntent]) => ({
    scored: ofIntent.filter(({ succeeded }) => succeeded !== null).length,
    passed: ofIntent.filter(({ succeeded }) => succeeded === true).length,
  }));
}

function selectionOf(trial: McpTrial): ToolSelection | null {
  const gold = goldOf(trial);
  return gold && toolSelection(callsOf(trial), gold);
}

function goldOf({ intent, server }: McpTrial): McpGold | null {
  return intent.gold[server] ?? null;
}

function hasFailedCall(trial: McpTrial): boolean {
  return callsOf(trial).some(({ errorMessage }) => errorMessage !== null);
}

function pathEfficiency(trial: McpTrial): number | null {
  const gold = goldOf(trial);
  const steps = callsOf(trial).length;
  return gold && (steps === 0 ? 1 : Math.min(1, gold.minimumSteps / steps));
}

function connectionTimes({ server, rows }: McpTrial): number[] {
  return rows.connections
    .filter(({ serverName, eventType }) => serverName === server && eventType === "established")
    .flatMap(({ durationMs }) => durationMs ?? []);
}

function costOf(trials: readonly McpTrial[]): McpMetrics["cost"] {
  const known = trials.flatMap(({ cost }) => cost ?? []);
  const unpricedTrials = trials.length - known.length;
  const successes = trials.filter(({ succeeded }) => succeeded === true).length;
  const total = sum(known);
  return { total, perSuccess: unpricedTrials > 0 || successes === 0 ? null : total / successes, unpricedTrials };
}
