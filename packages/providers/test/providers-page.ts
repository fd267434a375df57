import { markdownTable } from "../../types/test/markdown-table.ts";
import { providerCatalog } from "../src/catalog/index.ts";
import type { ProviderRow } from "../src/catalog/provider-row.ts";

/** `docs/providers.md` with its table as the catalog has it; the rest is written by hand and stays. */
export function withProviderTable(page: string): string {
  const rows = providerCatalog.filter(({ id }) => id !== "replay").map(toRow);
  const head = ["id", "provider", "needs", "default model", "address"];
  return page.replace(
    marks,
    (_, start: string, end: string) => `${start}\n\n${markdownTable([head, ...rows])}\n\n${end}`,
  );
}

const marks = /(<!-- generated from [^>]*-->)[^]*?(<!-- end -->)/;

function toRow(row: ProviderRow): string[] {
  const names = [row.id, ...(row.aliases ?? [])].map(code).join(", ");
  return [names, row.label, needsOf(row), row.defaultModel ? code(row.defaultModel) : "", addressOf(row)];
}

function needsOf({ keyVariables, needsKey, credentialVariables = [], project, isLocal }: ProviderRow): string {
  if (isLocal) return "its server running";
  const keys = [...keyVariables, ...credentialVariables].map(code).join(" or ");
  const isOptional = !needsKey && credentialVariables.length === 0;
  const needs = [
    isOptional && keys !== "" ? `${keys} if it wants one` : keys,
    project?.variables.map(code).join(" or "),
  ];
  return needs.filter(Boolean).join("; ") || "nothing";
}

function addressOf({ baseUrl, baseUrlVariables = [] }: ProviderRow): string {
  return [baseUrl, ...baseUrlVariables]
    .filter((part) => part !== undefined)
    .map(code)
    .join(", ");
}

function code(text: string): string {
  return `\`${text}\``;
}
