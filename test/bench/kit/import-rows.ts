/** The contacts of the bench of imports: as lines of a file, and as a file that PostgreSQL copies. */
import type { Database } from './postgres.ts';

/** Bytes that the file is sent by. */
const pieceBytes = 65_536;

export async function* importLines(rows: number): AsyncGenerator<Uint8Array> {
  let piece = 'reference,email,locale,plan,seats\n';
  for (let n = 1; n <= rows; n += 1) {
    piece += `person-${n},person-${n}@example.com,de,gold,${n % 50}\n`;
    if (piece.length < pieceBytes) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Copies the same contacts from a file of the server into a table with the columns and indexes of contacts, and nothing else. */
interface BareTable {
  /** Empties it. */
  empty(): Promise<void>;
  fill(): Promise<void>;
}

export async function makeBareTable({ pool }: Database, rows: number): Promise<BareTable> {
  const { rows: found } = await pool.query<{ path: string }>(
    `SELECT current_setting('data_directory') || '/bare_contacts.copy' AS path`,
  );
  const file = `'${found[0]?.path}'`;
  const columns = `platform_id, workspace_id, id, reference, email, address_hash, status, locale, attributes, created_at, updated_at`;
  await pool.query('CREATE TABLE bare_contacts (LIKE contacts INCLUDING DEFAULTS INCLUDING INDEXES)');
  await unlimited(
    pool,
    `COPY (SELECT 'platform', lpad('workspace', 26, '0'), lpad(n::text, 26, '0'), 'person-' || n, 'person-' || n || '@example.com',
                  sha256(convert_to('person-' || n, 'UTF8')), 'pending', 'de',
                  jsonb_build_object('plan', 'gold', 'seats', n % 50), now(), now()
           FROM generate_series(1, ${rows}) n) TO ${file}`,
  );
  return {
    empty: async () => void (await pool.query('TRUNCATE bare_contacts')),
    fill: () => unlimited(pool, `COPY bare_contacts (${columns}) FROM ${file}`),
  };
}

async function unlimited(pool: Database['pool'], text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(text);
  } finally {
    client.release(true);
  }
}
