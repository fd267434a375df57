import type { PostgresAddress } from "./postgres-address.ts";
import { missingExtension, wrongDimensions } from "./postgres-address.ts";
import { PostgresClient, type Query } from "./postgres-client.ts";
import type { NearestOptions, Neighbour, VectorEntry, VectorStore } from "./vector-store.ts";

interface PgvectorOptions {
  readonly address: PostgresAddress;
  /** Names the workspace's table. */
  readonly key: string;
}

const entriesPerStatement = 500;

/**
 * Vectors in PostgreSQL with pgvector, in a table per workspace. Every vector is compared: an HNSW index supports no
 * more than 2,000 dimensions, and would miss some results below a folder.
 */
export class PgvectorVectors implements VectorStore {
  readonly id: string;
  readonly #options: PgvectorOptions;
  readonly #client: PostgresClient;

  constructor(options: PgvectorOptions) {
    this.#options = options;
    this.#client = new PostgresClient(options.address);
    this.id = `pgvector:${options.address.displayUrl}`;
  }

  async put(entries: readonly VectorEntry[], signal?: AbortSignal): Promise<void> {
    const [first] = entries;
    if (!first) return;
    const latest = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
    await this.#client.transaction(async (query) => {
      await lockTables(query, this.#options.key);
      const schema = await this.#schema(query);
      const table = await this.#tableFor(query, { schema, dimensions: first.vector.length });
      for (const { vector } of latest) this.#check(table, vector);
      for (let start = 0; start < latest.length; start += entriesPerStatement) {
        await upsert(query, { schema, table, entries: latest.slice(start, start + entriesPerStatement) });
      }
    }, signal);
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#client.transaction(async (query) => {
      await lockTables(query, this.#options.key);
      for (const { name } of await findTables(query, this.#options.key)) {
        await query(`DELETE FROM ${name} WHERE id = ANY ($1::text::bigint[])`, [`{${ids.join(",")}}`]);
      }
    });
  }

  async clear(): Promise<void> {
    await this.#client.transaction(async (query) => {
      await lockTables(query, this.#options.key);
      for (const { name } of await findTables(query, this.#options.key)) await query(`DROP TABLE ${name}`);
    });
  }

  async nearest(vector: Float32Array, { limit, folder, signal }: NearestOptions): Promise<readonly Neighbour[]> {
    const rows = await this.#client.transaction(async (query) => {
      const schema = await this.#schema(query);
      const [table] = await findTables(query, this.#options.key);
      if (!table) return [];
      this.#check(table, vector);
      const isBelow = folder === "." ? "" : "WHERE path = $2 OR starts_with(path, $2 || '/')";
      return query(
        `SELECT id, embedding OPERATOR(${schema}.<=>) $1::text::${schema}.vector AS distance FROM ${table.name} ${isBelow}
         ORDER BY distance LIMIT ${limit}`,
        [toText(vector), ...(folder === "." ? [] : [folder.toWellFormed()])],
      );
    }, signal);
    return rows
      .map(({ id, distance }) => ({ id: Number(id), score: 1 - Number(distance) }))
      .filter(({ score }) => score > 0);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #schema(query: Query): Promise<string> {
    const schema = await extensionSchema(query);
    if (schema === undefined) throw missingExtension(this.#options.address);
    return schema;
  }

  async #tableFor(query: Query, { schema, dimensions }: { schema: string; dimensions: number }): Promise<VectorTable> {
    const { key } = this.#options;
    const [table] = await findTables(query, key);
    return table ?? createTable(query, { key, dimensions, type: `${schema}.vector` });
  }

  #check({ dimensions }: VectorTable, { length }: Float32Array): void {
    if (length !== dimensions) throw wrongDimensions(this.#options.address, { stored: dimensions, received: length });
  }
}

async function upsert(
  query: Query,
  { schema, table, entries }: { schema: string; table: VectorTable; entries: readonly VectorEntry[] },
): Promise<void> {
  const rows = entries.map(({ id, path, vector }) => ({ id, path: path.toWellFormed(), embedding: toText(vector) }));
  await query(
    `INSERT INTO ${table.name} (id, path, embedding) SELECT id, path, embedding::${schema}.vector
     FROM json_to_recordset($1::text::json) AS entry (id bigint, path text, embedding text)
     ON CONFLICT (id) DO UPDATE SET path = EXCLUDED.path, embedding = EXCLUDED.embedding`,
    [JSON.stringify(rows)],
  );
}

/** pgvector refuses numbers that are not finite, and one such vector would stop the whole index. */
function toText(vector: Float32Array): string {
  return `[${(vector.every(Number.isFinite) ? vector : new Float32Array(vector.length)).join(",")}]`;
}

interface VectorTable {
  /** Quoted, with its schema. */
  readonly name: string;
  readonly dimensions: number;
}

/** No one else writes to the tables of this workspace until the transaction ends. */
async function lockTables(query: Query, key: string): Promise<void> {
  await query("SELECT pg_advisory_xact_lock(hashtext('roo_index'), hashtext($1))", [key]);
}

/** The workspace's tables: one, or none before the first vector. */
async function findTables(query: Query, key: string): Promise<readonly VectorTable[]> {
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

async function createTable(
  query: Query,
  { key, dimensions, type }: { key: string; dimensions: number; type: string },
): Promise<VectorTable> {
  const table = vectorTable(key, dimensions);
  // Two processes could both find the schema missing, and one would fail.
  await query("SELECT pg_advisory_xact_lock(hashtext('roo_index'))");
  // Checked first: IF NOT EXISTS needs the right to create a schema even where it exists.
  const [schema] = await query("SELECT FROM pg_namespace WHERE nspname = 'roo_index'");
  if (!schema) await query("CREATE SCHEMA roo_index");
  await query(
    `CREATE TABLE ${table.name} (id bigint PRIMARY KEY, path text NOT NULL, embedding ${type}(${dimensions}) NOT NULL)`,
  );
  return table;
}

/** The quoted schema that the extension is in, which need not be on the search path. undefined where it is not installed. */
async function extensionSchema(query: Query): Promise<string | undefined> {
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
