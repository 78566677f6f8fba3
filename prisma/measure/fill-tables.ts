/**
 * Rows of no meaning, in tables of any shape: enough to see what a migration does to a large one. All texts of the n-th
 * row of each table are alike, so foreign keys between filled tables hold.
 */
import type pg from 'pg';

interface Column {
  readonly name: string;
  readonly type: string;
  /** A letter of pg_type: `A` for arrays, `E` for enumerations, `S` for texts and so on. */
  readonly category: string;
  readonly length: number | null;
}

/** Adds `rows` rows to each of the tables. The user must be a superuser: foreign keys are checked by nobody meanwhile. */
export async function fillTables(client: pg.Client, tables: readonly string[], rows: number): Promise<void> {
  await client.query('SET session_replication_role = replica');
  for (const table of tables) {
    const name = client.escapeIdentifier(table);
    await ensurePartition(client, table);
    const checks = await client.query<{ owner: string; name: string; definition: string }>(checksOf, [name]);
    for (const check of checks.rows) {
      await client.query(`ALTER TABLE ${check.owner} DROP CONSTRAINT ${client.escapeIdentifier(check.name)}`);
    }
    const columns = await client.query<Column>(columnsOf, [name]);
    const names = columns.rows.map((column) => client.escapeIdentifier(column.name)).join(', ');
    const values = columns.rows.map((column) => valueFor(column)).join(', ');
    await client.query(`INSERT INTO ${name} (${names}) SELECT ${values} FROM generate_series(1, $1::bigint) n`, [rows]);
    for (const check of checks.rows) {
      // Rows of no meaning may break it.
      const definition = check.definition.replace(/ NOT VALID$/, '');
      await client.query(
        `ALTER TABLE ${check.owner} ADD CONSTRAINT ${client.escapeIdentifier(check.name)} ${definition} NOT VALID`,
      );
    }
  }
  await client.query('SET session_replication_role = origin');
  // In one session, as autovacuum does it: steps find statistics and no rows of which they would set bits.
  for (const table of tables) await client.query(`VACUUM ANALYZE ${client.escapeIdentifier(table)}`);
}

/** Of a table, and those that a partition has by itself. */
const checksOf = `
  SELECT conrelid::regclass::text AS owner, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE (conrelid = to_regclass($1) OR conrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass($1)))
    AND contype = 'c' AND coninhcount = 0`;

const columnsOf = `
  SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, t.typcategory AS category,
    CASE WHEN a.atttypmod > 4 AND t.typcategory = 'S' THEN a.atttypmod - 4 END AS length
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
  ORDER BY a.attnum`;

/** An expression of the number `n`. */
function valueFor({ type, category, length }: Column): string {
  if (category === 'A') return `'{}'::${type}`;
  if (category === 'E') return `(enum_range(NULL::${type}))[1 + n % cardinality(enum_range(NULL::${type}))]`;
  if (category === 'S') return length === null ? `'value ' || n` : `left(n::text, ${length})`;
  const value = byType[type];
  if (value === undefined) throw new Error(`No value is known for a column of the type ${type}.`);
  return value;
}

const byType: Readonly<Record<string, string>> = {
  bigint: 'n',
  boolean: 'n % 2 = 0',
  bytea: 'sha256(n::text::bytea)',
  date: `date '2026-01-01' + (n % 90)::int`,
  'double precision': 'n',
  inet: `'192.0.2.1'::inet`,
  integer: 'n',
  interval: `n * interval '1 second'`,
  json: `json_build_object('n', n)`,
  jsonb: `jsonb_build_object('n', n)`,
  numeric: 'n',
  real: 'n',
  smallint: 'n % 30000',
  'timestamp with time zone': `timestamptz '2026-01-01' + n * interval '1 second'`,
  'timestamp without time zone': `timestamp '2026-01-01' + n * interval '1 second'`,
  uuid: 'md5(n::text)::uuid',
};

/** A table of partitions takes rows of no meaning in a default one. */
async function ensurePartition(client: pg.Client, table: string): Promise<void> {
  const name = client.escapeIdentifier(table);
  const { rows } = await client.query<{ lacks: boolean }>(
    `SELECT partdefid = 0 AND partstrat IN ('r', 'l') AS lacks FROM pg_partitioned_table WHERE partrelid = to_regclass($1)`,
    [name],
  );
  if (!rows[0]?.lacks) return;
  await client.query(`CREATE TABLE ${client.escapeIdentifier(`${table}_measured`)} PARTITION OF ${name} DEFAULT`);
}
