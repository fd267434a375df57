import type colors from "picocolors";
import { oneLine } from "../terminal-text.ts";
import type { WatchedTree } from "./watch-tree.ts";
import type { WatchedTask } from "./watched-task.ts";

interface TreeView {
  readonly root: string;
  readonly paint: ReturnType<typeof colors.createColors>;
  readonly width: number;
  /** Wall time, milliseconds since the epoch. */
  readonly now: number;
  /** The maximum number of lines; unlimited by default. */
  readonly height?: number;
}

/** One line per task, subtasks below their parent. If not all fit, finished ones are left out first. */
export function formatTree(tree: WatchedTree, view: TreeView): string[] {
  const rows = rowsOf(tree, view.root, 0);
  const { height = rows.length } = view;
  const running = rows.filter(({ task, depth }) => depth === 0 || task.status === "running");
  const fitting = rows.length <= height ? rows : running.slice(0, Math.max(height - 1, 1));
  const hidden = rows.length - fitting.length;
  return [...fitting.map((row) => line(row, view)), ...(hidden > 0 ? [view.paint.dim(`  … ${hidden} more`)] : [])];
}

/** Shorter texts are not useful. */
const minWidth = 12;

interface Row {
  readonly task: WatchedTask;
  readonly depth: number;
}

function rowsOf(tree: WatchedTree, taskId: string, depth: number): Row[] {
  const task = tree.get(taskId);
  return task ? [{ task, depth }, ...task.children.flatMap((child) => rowsOf(tree, child, depth + 1))] : [];
}

function line({ task, depth }: Row, { paint, width, now }: TreeView): string {
  const { dim, green, red, cyan } = paint;
  const mark = task.status === "running" ? cyan("◐") : task.status === "completed" ? green("✓") : red("✗");
  const indent = "  ".repeat(depth);
  const name = depth === 0 ? "" : `${task.agent}: `;
  const facts = factsOf(task, now);
  const room = Math.max(width - indent.length - facts.length - 6, minWidth);
  const title = oneLine(name + task.title, task.activity === "" ? room : Math.floor(room / 2));
  const rest = room - title.length;
  const doing = task.activity === "" || rest < minWidth ? "" : `  ${oneLine(task.activity, rest)}`;
  return `${indent}${mark} ${title}${dim(`  ${facts}${doing}`)}`;
}

function factsOf({ mode, status, turns, usage, startedAt, endedAt }: WatchedTask, now: number): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  const seconds = startedAt === 0 ? 0 : Math.max(0, (endedAt ?? now) - startedAt) / 1000;
  return [
    mode,
    status === "running" || status === "completed" ? "" : status,
    `${turns} ${turns === 1 ? "turn" : "turns"}`,
    tokens > 0 ? `${tokens} tokens` : "",
    usage.costUsd ? `$${usage.costUsd.toFixed(4)}` : "",
    `${seconds.toFixed(0)} s`,
  ]
    .filter(Boolean)
    .join(" · ");
}
