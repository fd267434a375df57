import type { Query } from "./postgres-client.ts";

export interface VectorTable {
  /** Quoted, with its schema. */
  readonly name: string;
  readonly dimensions: number;
}

/** Until the transaction ends, nobody else writes to the tables of this workspace. */
export async function lockTables(query: Query, key: string): Promise<void> {
  await query("SELECT pg_advisory_xact_lock(hashtext('roo_index'), hashtext($1))", [key]);
}

/** The workspace's tables: one, or none before the first vector. */
export async function findTables(query: Query, key: string): Promise<readonly VectorTable[]> {
  const prefix = tablePrefix(key);
  const rows = await query(
    `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'roo_index' AND relkind = 'r' AND starts_with(relname::text, $1)`,
    [prefix],
  );
  return rows.flatMap(({ relname }) => {
    const dimensions = Number(String(relname).slice(prefix.length));
    return Number.isSafeInteger(dimensions) ? vectorTable(key, dimensions) : [];
  });
}

export async function createTable(
  query: Query,
  { key, dimensions, type }: { key: string; dimensions: number; type: string },
): Promise<VectorTable> {
  const table = vectorTable(key, dimensions);
  // Two at once would both find the schema missing, and one would fail.
  await query("SELECT pg_advisory_xact_lock(hashtext('roo_index'))");
  // Asked first: IF NOT EXISTS needs the right to create one even where it is there.
  const [schema] = await query("SELECT FROM pg_namespace WHERE nspname = 'roo_index'");
  if (!schema) await query("CREATE SCHEMA roo_index");
  await query(
    `CREATE TABLE ${table.name} (id bigint PRIMARY KEY, path text NOT NULL, embedding ${type}(${dimensions}) NOT NULL)`,
  );
  return table;
}

/** The quoted schema that the extension is in, which need not be on the search path. None where it is missing. */
export async function extensionSchema(query: Query): Promise<string | undefined> {
  const [row] = await query(
    `SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
  );
  return row && quoted(String(row.nspname));
}

function vectorTable(key: string, dimensions: number): VectorTable {
  return { name: `roo_index.${quoted(`${tablePrefix(key)}${dimensions}`)}`, dimensions };
}

function tablePrefix(key: string): string {
  return `vectors_${key}_`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
