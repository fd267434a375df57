import type { Markup } from "./markup.ts";

/** The content of a report, before it is Markdown or HTML. All text is plain: the renderer escapes it. */
export interface ReportDocument {
  readonly title: string;
  readonly createdAt: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly table: Table }
  /** Only for pages; the tables have the same numbers. */
  | { readonly kind: "figures"; readonly figures: readonly Figure[] };

export interface Figure {
  readonly title: string;
  readonly chart: Markup;
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Collapsed on a page. */
  readonly folded?: boolean;
}

export interface Column {
  readonly title: string;
  /** `chart`: a picture of the other columns, only for pages. */
  readonly kind: "text" | "number" | "chart";
  /** Axis of the charts below. */
  readonly axis?: Markup;
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly isHighlighted?: boolean;
}

export type Cell = string | { readonly text: string; readonly tone?: Tone } | { readonly chart: Markup };
export type Tone = "good" | "bad" | "mixed" | "muted";

export function text(value: string): Block {
  return { kind: "text", text: value };
}

export function list(items: readonly string[]): Block {
  return { kind: "list", items };
}

export function table(value: Table): Block {
  return { kind: "table", table: value };
}

/** Side by side if there is space. */
export function figures(all: readonly Figure[]): Block[] {
  return all.length === 0 ? [] : [{ kind: "figures", figures: all }];
}

/** An empty section is left out. */
export function section(title: string, blocks: readonly Block[]): Section[] {
  return blocks.length === 0 ? [] : [{ title, blocks }];
}

export const textColumn = (title: string): Column => ({ title, kind: "text" });
export const numberColumn = (title: string): Column => ({ title, kind: "number" });
